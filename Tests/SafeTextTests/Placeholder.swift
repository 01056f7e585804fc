// Replaced as soon as the target has its first test.
