touch ran
