"""A headless Chromium spoken to over a pair of pipes (DevTools protocol), for the tests of the replay page.

No driver and no websocket: messages are JSON, each ended by a zero byte, on descriptors 3 and 4 of the browser.
"""

import base64
import contextlib
import fcntl
import json
import os
import select
import shutil
import signal
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 60.0  # s without an answer, after which the browser counts as dead


def find():
    """Return the path of a Chromium, or None; MAGPUCK_CHROMIUM names one of one's own."""
    own = os.environ.get("MAGPUCK_CHROMIUM")
    return own or next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One browser; `profile` is an empty directory for it."""

    def __init__(self, path, profile):
        ours_in, theirs_out = _high_pipe()
        theirs_in, ours_out = _high_pipe()
        self._read, self._write = ours_in, ours_out
        arguments = [
            path, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
            "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip
        nothing = os.open(os.devnull, os.O_RDWR)
        self.pid = os.posix_spawn(
            path, arguments, os.environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, theirs_in, 3),
                (os.POSIX_SPAWN_DUP2, theirs_out, 4),
                (os.POSIX_SPAWN_DUP2, nothing, 1),
                (os.POSIX_SPAWN_DUP2, nothing, 2),
            ],
            setpgroup=0,
        )  # fmt: skip
        for end in (theirs_in, theirs_out, nothing):
            os.close(end)
        self._number, self._rest = 0, b""
        self.messages = []

    def call(self, method, session=None, **parameters):
        """Send a command and return its result; events that come meanwhile are kept in `messages`."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.messages.append(answer)

    def wait_for(self, method, session):
        """Wait for an event."""
        while True:
            for message in self.messages:
                if message.get("method") == method and message.get("sessionId") == session:
                    self.messages.remove(message)
                    return
            self.messages.append(self._next())

    def _next(self):
        while b"\0" not in self._rest:
            if not select.select([self._read], [], [], PATIENCE)[0]:
                raise RuntimeError("the browser does not answer")
            got = os.read(self._read, 1 << 20)
            if not got:
                raise RuntimeError("the browser has gone")
            self._rest += got
        first, _, self._rest = self._rest.partition(b"\0")
        return json.loads(first)

    def close(self):
        """End the browser and all that it started."""
        with contextlib.suppress(RuntimeError, OSError):
            self.call("Browser.close")
        deadline = time.monotonic() + 5.0
        while time.monotonic() < deadline:
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
            select.select([], [], [], 0.02)
        else:
            os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._read)
        os.close(self._write)

    def open(self, url, width=1280, height=800, dark=False, touch=False):
        """Load a page in a tab of its own, and return it."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        if touch:
            page.call("Emulation.setTouchEmulationEnabled", enabled=True)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[scheme])
        page.call("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired", session)
        return page


class Page:
    """A tab."""

    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def run(self, script):
        """Evaluate a script, a promise included, and return its value."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def settle(self):
        """Wait until the page has drawn twice."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def until(self, condition):
        """Wait, frame by frame, until a script is true."""
        self.run(
            "new Promise((done) => {"
            f"  const look = () => (({condition}) ? done(1) : requestAnimationFrame(look)); look(); }})"
        )

    def key(self, key, modifiers=0):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, **(text if kind == "keyDown" else {})
            )
        self.settle()

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
        self.settle()

    def middle(self, selector):
        """Return the middle of an element, in px of the window, scrolled into view."""
        return self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'nearest'});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )

    def complaints(self):
        """Return what the page put on the console as error or warning, and what it asked of the network."""
        self.settle()
        found = []
        for message in self.browser.messages:
            if message.get("sessionId") != self.session:
                continue
            what = message["params"]
            if message["method"] == "Runtime.exceptionThrown":
                found.append(what["exceptionDetails"]["text"])
            elif message["method"] == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
                found.append(str(what["args"]))
            elif message["method"] == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
                found.append(what["entry"]["text"])
            elif message["method"] == "Network.requestWillBeSent":
                url = what["request"]["url"]
                if not url.startswith(("file:", "data:", "about:")):
                    found.append(f"asks for {url}")
        return found

    def picture(self, path, full=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)


def _high_pipe():
    """Return a pipe with both ends above the descriptors that the browser's are put to."""
    low = os.pipe()
    high = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in low)
    for end in low:
        os.close(end)
    return high
