public class Test {
  public static void main(String[] arguments) throws Exception {
    try (TillContainer till = new TillContainer(arguments[0], "com.example.shop")) {
      till.start();
      if (!till.verb("buy", "{\"product\": \"plus\"}").contains("\"transactionId\"")) throw new Exception("not bought");
      if (!till.identity().contains("BEGIN PRIVATE KEY")) throw new Exception("no key");
      try {
        till.verb("buy", "{\"product\": \"none\"}");
        throw new Exception("bought");
      } catch (java.io.IOException refused) {
        if (!refused.getMessage().contains("productUnavailable")) throw refused;
      }
    }
    System.out.println("java: bought");
  }
}
