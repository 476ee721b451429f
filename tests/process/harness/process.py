"""Child processes that die with the runner, and are only ever ended by their own pid."""
import ctypes
import signal
import subprocess

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def _die_with_parent():
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def spawn(words, **options):
    return subprocess.Popen(words, preexec_fn=_die_with_parent, stdin=subprocess.DEVNULL, **options)


def end(child, number=signal.SIGKILL):
    """Signals the child if it still runs and waits for it."""
    if child.poll() is None:
        child.send_signal(number)
        if number != signal.SIGKILL:
            child.send_signal(signal.SIGCONT)
    return child.wait()
