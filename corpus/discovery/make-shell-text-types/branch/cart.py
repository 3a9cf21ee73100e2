def total(prices: list[int], discount: int = 0) -> str:
    subtotal = sum(prices)
    return subtotal - subtotal * discount // 100
