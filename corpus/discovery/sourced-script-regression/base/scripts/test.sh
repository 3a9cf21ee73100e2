#!/bin/bash
set -e
python -m unittest discover -s qa -t .
