from importlib import import_module


def run(name):
    return import_module(f"shop.commands.{name}").go()
