from cart import total


async def test_total_of_nothing():
    assert total([]) == 0
