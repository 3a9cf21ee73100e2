from cart import total

assert total([100, 250]) == 350
