#!/usr/bin/env python3
"""Serves the page beside this file on this computer, with the headers that threads need."""
import argparse
import errno
import functools
import http.server
import pathlib
import sys

USUAL_PORT = 8080


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        # Workers do not take over the policy of their page.
        self.send_header("Content-Security-Policy",
                         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
                         "connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'")
        super().end_headers()

    def log_message(self, *_):
        pass


def port_number(text):
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError
    return port


port_number.__name__ = "port number"  # which argparse says of a word that is none


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    number = {"type": port_number, "metavar": "PORT"}
    parser.add_argument("--port", **number, help=f"default {USUAL_PORT}; 0: any that is free")
    parser.add_argument("port_alone", **number, nargs="?", help="the same, without --port")
    options = parser.parse_args()
    if options.port is not None and options.port_alone is not None:
        parser.error("two ports; name one")
    return options


def listen(port):
    folder = pathlib.Path(__file__).resolve().parent
    handler = functools.partial(Handler, directory=folder)
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
        sys.exit(f"serve.py: port {port} {why}; choose another with --port, such as --port 0")


def main():
    options = parse_options()
    ports = (options.port, options.port_alone, USUAL_PORT)
    with listen(next(port for port in ports if port is not None)) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


main()
