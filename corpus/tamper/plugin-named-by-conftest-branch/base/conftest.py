pytest_plugins = ["support.plugin"]
