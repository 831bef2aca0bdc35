# Runs Debian's bnMapper.py, which asks numpy for names that Debian's numpy no longer has.
import runpy
import sys

import numpy

numpy.float, numpy.int = float, int
sys.argv[0] = "/usr/bin/bnMapper.py"
runpy.run_path(sys.argv[0], run_name="__main__")
