print("till-bench")
