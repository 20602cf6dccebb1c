"""A process for a student's code: started clean, limited, asked under a deadline, and ended with all its offspring."""

import contextlib
import json
import math
import os
import secrets
import signal
import site
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from autograder.channel import Channel, ChannelClosed, Message, ProtocolError
from autograder.child.walls import ALL_WALLS, SECCOMP, USER, Reasons
from autograder.errors import GradingError
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.sandbox.child_files import PrintedFile, StackFile
from autograder.sandbox.cpu_affinity import pin_to_this_core, unpin
from autograder.sandbox.disk_quota import SECONDS_BETWEEN_LOOKS, DiskQuota
from autograder.sandbox.fair_clock import Contention, Deadline, FairClock
from autograder.sandbox.folder_removal import remove_folder
from autograder.sandbox.process_tree import MARK, ProcessTree, guard_this_process
from autograder.sandbox.replies import Answer, Reply, is_known_to_child, read_reply
from autograder.sandbox.scratch_folder import on_scratch_disk, scratch_folder
from autograder.sandbox.spare_users import spare_user
from autograder.student.limits import Limits, wall
from pacman.errors import InternalError, one_line

ENGINE: Final = Path(__file__).resolve().parents[2]
INHERITS_SOCKETS: Final[bool] = sys.platform != "win32"
START_SECONDS: Final = 60.0
EXIT_GRACE_SECONDS: Final = 1.0  # for a process that has hung up to be gone
LOOK_SECONDS: Final = 1.0  # from one look at a process that computes to the next; each counts as so much waiting at
# most, so that a machine that stood still for a while is not taken for a process that does nothing
IDLE_CPU_SECONDS: Final = 0.01  # a process that has computed less since the last look but one waits
SEND_SECONDS: Final = 10.0  # for a process to take what we send
CONTENTION_SECONDS: Final = 1.0  # from one look at how busy the machine is to the next, at most, when an answer begins
WAITS: Final = "your code waits instead of computing"
NOT_READ: Final = "your code's process does not read what it is sent"
QUESTION_OVER: Final = "the question's time is up"
KILLS_FROM_OUTSIDE: Final = ("SIGKILL", "SIGTERM", "SIGHUP")  # by the kernel when memory is short, or an administrator
_START: Final = "import sys; sys.path.insert(0, sys.argv[1]); from autograder.child.service import main; main()"
MISBEHAVED: Final = "your code's process sent something that is no answer"

Serve = Callable[[Reply], Message | None]  # looks at every reply, and may respond to those that are no answer yet


class Sandbox:
    """One process. `ask` is all it is for; after a StudentFailure of kind timed out, died or misbehaved it is ended."""

    def __init__(self, limits: Limits, walls: Sequence[str] = ALL_WALLS) -> None:
        if not os.access(sys.executable, os.X_OK):
            raise GradingError(f"{sys.executable}: this user cannot run it; grade with a Python that he can run")
        with on_scratch_disk():
            self.folder = Path(tempfile.mkdtemp(prefix="submission-", dir=scratch_folder()))
            self._output = PrintedFile(limits.output)
            self._stack = StackFile()
        self.walls: Reasons = {}  # why each does not stand, known when it is ready
        self.is_alive = True
        self.was_killed = False  # by a signal that is not from a limit of ours
        self.answer_time = 0.0  # seconds that the last answer took: computing, ours on its behalf, and waiting
        self.elapsed = 0.0  # seconds of the fair clock from the last ask to its answer
        self._mark = secrets.token_hex(16)
        self._asked = 0
        self._limits = limits
        self._user = spare_user() if USER in walls else None
        guard_this_process()
        ProcessTree.adopt_orphans()
        self._process, self._channel = self._start(walls)
        self._process_tree = ProcessTree(self._process, self._mark)
        self._quota = DiskQuota(self.folder, self._process.pid, limits)
        self._contention: Contention | None = None

    def wait_until_ready(self) -> None:
        """The interpreter has started, the engine is loaded and the walls stand; no code of a student has run yet.

        GradingError if this Python is none that can be graded with here.
        """
        if self.walls:
            return
        report: Message = {}
        with contextlib.suppress(ProtocolError, ChannelClosed, TimeoutError):
            report = self._channel.receive(timeout=START_SECONDS)
        if report.get("ready") is not True:
            printed = self.take_output().strip().rpartition("\n")[2]
            self.end()
            if "problem" in report:
                raise GradingError(report["problem"])
            raise InternalError(f"the process for the student's code does not start: {printed or 'no word from it'}")
        self.walls = report["walls"]
        if sys.platform == "linux" and not self.walls[SECCOMP]:  # otherwise the code could make the machine busy itself
            self._contention = Contention(self._process.pid, self.cpu_time)
        self._quota.user = None if self.walls[USER] else self._user
        self._hand_over(self.folder)
        pin_to_this_core(self._process.pid)

    def put_files(self, files: dict[str, bytes]) -> None:
        """Lay files into the process's folder."""
        for name, content in files.items():
            with on_scratch_disk():
                (self.folder / name).write_bytes(content)
            self._hand_over(self.folder / name)

    def _hand_over(self, path: Path) -> None:
        """Make it the property of the process, if that has a user of its own."""
        if self._user is not None and not self.walls[USER]:
            os.chown(path, self._user, self._user)

    def ask(
        self,
        message: Message,
        cpu_seconds: float,
        deadline: Deadline,
        serve: Serve | None = None,
        wait_seconds: float = math.inf,
    ) -> Answer:
        """The answer to a message; what goes wrong on the other side is a StudentFailure.

        `cpu_seconds` is the time it may take: what the process computes, what we compute for it meanwhile, and what it
        spends waiting. `deadline` is when the question's time is up. By its clock we wait so long for this answer as
        its seconds call for, and never longer than `wait_seconds`. MachineTooBusy if that cannot be told.
        """
        self._asked += 1
        if self._contention is not None and self._contention.age > CONTENTION_SECONDS:
            self._contention.look(deadline.clock)
        waiting = Deadline(deadline.clock, min(wall(cpu_seconds), wait_seconds))
        clock = _Stopwatch(self.cpu_time, self._contention, cpu_seconds, waiting, deadline)
        try:
            self._send({"id": self._asked, **message})
            while True:
                reply = read_reply(self._receive(clock))
                response = self._served(reply, message["ask"], serve)
                if isinstance(reply, Answer):
                    self.answer_time = clock.used()
                    self.elapsed = clock.elapsed()
                    return reply
                if response is not None:
                    self._send(response)
        except (StudentFailure, GradingError):
            self.end()
            raise
        except (ProtocolError, ChannelClosed, TimeoutError) as error:
            failure = self._explain(error, cpu_seconds, deadline.clock)
            self.end()
            raise StudentFailure(failure) from error

    def _send(self, message: Message) -> None:
        try:
            self._channel.send(message, timeout=SEND_SECONDS)
        except TimeoutError:
            raise TimeoutError(NOT_READ) from None

    def _served(self, reply: Reply, ask: str, serve: Serve | None) -> Message | None:
        """Our response to a reply. Whatever we stumble over, it was the reply that lay there."""
        if isinstance(reply, Answer) and reply.number != self._asked:
            raise ProtocolError("an answer to another question")
        if isinstance(reply, Answer) and reply.failure is not None and not is_known_to_child(reply.failure, ask):
            raise ProtocolError("a failure that is not for the process to report")
        if serve is None:
            if isinstance(reply, Answer):
                return None
            raise ProtocolError("a message that nobody waits for")
        try:
            return serve(reply)
        except (StudentFailure, ProtocolError):
            raise
        except Exception as error:
            raise ProtocolError("a message that cannot be dealt with") from error

    def cpu_time(self) -> float:
        """Seconds that the process has computed so far; where the system does not tell, seconds of the clock."""
        if sys.platform == "linux":
            try:
                return time.clock_gettime(~self._process.pid << 3 | 2)  # the CPU clock of a whole process
            except OSError:
                return 0.0
        return time.monotonic()

    def take_output(self) -> str:
        """What was printed since this was asked last, up to the limit."""
        return self._output.take()

    def end(self) -> None:
        """End the process, all that it has started, and its folder; what cannot be ended or removed is told."""
        if not self.is_alive:
            return
        self.is_alive = False
        unpin()
        problems = []
        for step in (self._process_tree.end, self._channel.close, self._output.close, self._stack.close):
            try:
                step()
            except Exception as error:  # nothing that a student's code has left behind may end the grading
                problems.append(f"the process of a submission could not be cleared away: {error}")
        for problem in [*problems, *remove_folder(self.folder)]:
            print(one_line(problem), file=sys.stderr, flush=True)

    def _receive(self, clock: "_Stopwatch") -> Message:
        """The next message, unless the process has used up its time."""
        while True:
            self._quota.check()
            patience = min(clock.patience(), SECONDS_BETWEEN_LOOKS)
            try:
                message = self._channel.receive(timeout=patience)
            except TimeoutError:
                if self._ended_with() is not None:  # it has left others behind, who keep the line open
                    raise ChannelClosed from None
                clock.look(patience)
            else:
                clock.heard()
                return message

    def _explain(self, error: Exception, cpu_seconds: float, clock: FairClock) -> Failure:
        if isinstance(error, ProtocolError):
            return Failure(FailureKind.MISBEHAVED, MISBEHAVED)
        if isinstance(error, TimeoutError):
            reason = str(error) or f"it had {cpu_seconds:.3g} s; an endless loop?"
            kind = FailureKind.QUESTION_OVER if reason == QUESTION_OVER else FailureKind.TIMED_OUT
            line = self._last_line()
            return Failure(kind, f"out of time: {reason}{f' (last seen at {line})' if line else ''}")
        code = self._exit_code(clock, EXIT_GRACE_SECONDS)
        if code is None:
            return Failure(FailureKind.MISBEHAVED, "your code closed the connection to the grader")
        if code < 0:
            self.was_killed = self._is_from_outside(-code)
            return Failure(FailureKind.DIED, f"your code's process was ended by a signal: {signal.strsignal(-code)}")
        return Failure(FailureKind.DIED, f"your code ended its process with status {code}")

    def _is_from_outside(self, number: int) -> bool:
        """True if a signal does not come from a limit of ours: the kernel kills a process whose CPU time is over."""
        return signal.Signals(number).name in KILLS_FROM_OUTSIDE and self.cpu_time() < self._limits.life

    def _last_line(self) -> str:
        """Where the student's code is now, or empty."""
        return self._stack.last_line(self._process.pid, self.folder)

    def _exit_code(self, clock: FairClock, patience: float = 0.0) -> int | None:
        """The status, or minus the signal, with which the process has ended; None if it is still there."""
        until = Deadline(clock, patience)
        while (code := self._ended_with()) is None and until.left() > 0:
            time.sleep(0.01)
            if self._contention is not None:
                self._contention.look(clock)
        return code

    def _ended_with(self) -> int | None:
        if not hasattr(os, "waitid"):
            return self._process.poll()
        # Only looked at: until we have ended all that it started, its number must not be given to another process.
        ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def _start(self, walls: Sequence[str]) -> tuple["subprocess.Popen[bytes]", Channel]:
        limits = self._limits
        settings: dict[str, object] = {
            "memory": limits.memory,
            "cpu_seconds": limits.life,
            "file_size": limits.file_size,
            "output": limits.output,
            "walls": list(walls),
            "grader": os.getpid(),
            "user": self._user,
            "stack": self._stack.descriptor,
        }
        connection = _Connection()
        settings.update(connection.settings)
        # It may keep our modules compiled where we do, and nowhere else.
        keeps_nothing = sys.dont_write_bytecode or sys.pycache_prefix is not None
        process = subprocess.Popen(
            [sys.executable, "-P", *(["-B"] if keeps_nothing else []), "-c", _START, str(ENGINE)],
            stdin=subprocess.PIPE,
            stdout=self._output.writer,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env=self._environment(),
            pass_fds=(*connection.inherited, *self._stack.inherited),
            start_new_session=sys.platform != "win32",
        )
        unpin(process.pid)  # while it starts we have other things to do
        assert process.stdin is not None
        with contextlib.suppress(OSError), process.stdin as entrance:  # a process that has died is noticed later
            entrance.write(json.dumps(settings).encode() + b"\n")
        return process, Channel(connection.open())

    def _environment(self) -> dict[str, str]:
        """Next to nothing; hashes are fixed, so that a submission that walks through sets does the same every time."""
        kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
        # What `pip install --user` has laid below the grader's home is there for the student's code as well.
        packages = {"PYTHONUSERBASE": site.getuserbase()} if site.ENABLE_USER_SITE else {"PYTHONNOUSERSITE": "1"}
        home = dict.fromkeys(("HOME", "TMPDIR", "TEMP"), str(self.folder))
        fixed = {
            "PATH": os.defpath,
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONUTF8": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }
        return kept | packages | home | fixed | {MARK: self._mark}


class _Stopwatch:
    """The time of one answer: what both sides compute, and looks at the process that find it waiting."""

    def __init__(
        self,
        cpu_time: Callable[[], float],
        contention: Contention | None,
        seconds: float,
        waiting: Deadline,
        question: Deadline,
    ) -> None:
        self._cpu_time = cpu_time
        self._contention = contention
        self._seconds = seconds
        self._waiting = waiting
        self._question = question
        self._until = time.monotonic() + self._left()
        self._begun = waiting.clock.now()
        self._started = self._active = self._computed = cpu_time()
        self._ours = _own_cpu_time()
        self._waited = self._quiet = 0.0  # in all, and since it was last seen to compute

    def used(self) -> float:
        return self._computed - self._started + _own_cpu_time() - self._ours + self._waited + self._quiet

    def elapsed(self) -> float:
        """Seconds of the fair clock since the start."""
        return self._waiting.clock.now() - self._begun

    def patience(self) -> float:
        """How long to listen now; TimeoutError if there is no time left, with the reason if it is another."""
        unused = self._seconds - self.used()
        left = self._until - time.monotonic()
        if left <= 0:  # by the wall clock; the fair one may have stood still
            left = self._fair_left()
        if unused <= 0:
            raise TimeoutError(WAITS if self._waited + self._quiet > self._seconds / 2 else "")
        if left <= 0:
            raise TimeoutError(QUESTION_OVER if self._question.left() <= 0 else WAITS)
        return max(min(unused, left, LOOK_SECONDS), 0.01)

    def look(self, patience: float) -> None:
        """Nothing has come for so long: does the process compute, or wait? If it is ready to run it does not wait."""
        ready = 0.0 if self._contention is None else self._contention.look(self._waiting.clock)
        self._computed = self._cpu_time()
        if self._computed - self._active > IDLE_CPU_SECONDS:
            self._active, self._quiet = self._computed, 0.0
        else:
            self._quiet += max(0.0, patience - ready)

    def heard(self) -> None:
        """A message has come."""
        self._active = self._computed = self._cpu_time()
        self._waited, self._quiet = self._waited + self._quiet, 0.0

    def _fair_left(self) -> float:
        if self._contention is not None:
            self._contention.look(self._waiting.clock)
        left = self._left()
        self._until = time.monotonic() + left
        return left

    def _left(self) -> float:
        """Seconds until a limit by the wall clock."""
        return min(self._waiting.left(), self._question.left())


def _own_cpu_time() -> float:
    """Seconds that this thread has computed; where a process is timed by the clock, that has gone on meanwhile."""
    return time.thread_time() if sys.platform == "linux" else 0.0


class _Connection:
    """How the process reaches us: an inherited socket, or else a port of this machine and a password."""

    def __init__(self) -> None:
        self.inherited: tuple[int, ...] = ()
        self.settings: dict[str, object]
        if INHERITS_SOCKETS:
            self._ours, self._theirs = socket.socketpair()
            self.inherited = (self._theirs.fileno(),)
            self.settings = {"fd": self._theirs.fileno()}
        else:
            self._password = secrets.token_hex(16)
            self._listener = socket.create_server(("127.0.0.1", 0))
            self._listener.settimeout(START_SECONDS)
            self.settings = {"port": self._listener.getsockname()[1], "password": self._password}

    def open(self) -> socket.socket:
        """Our end, once the process has been started."""
        if INHERITS_SOCKETS:
            self._theirs.close()
            return self._ours
        with self._listener:
            while True:
                connection, _ = self._listener.accept()
                if connection.recv(len(self._password), socket.MSG_WAITALL) == self._password.encode():
                    return connection
                connection.close()
