def total(prices: list[int], discount: int = 0) -> int:
    subtotal = sum(prices)
    return subtotal - subtotal * discount // 100
