def test_query(postgres_session):
    assert postgres_session
