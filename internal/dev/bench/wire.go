package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
)

// wire is a connection that sends one request after the other, on a separate thread that waits in
// the kernel. The clients of a server are other machines: a client of net/http passes each answer
// through two more goroutines and uses as much CPU as the server does for a short one, and clients
// that share threads wait for each other to be woken, longer than such an answer takes.
type wire struct {
	conn *os.File
	from *bufio.Reader
}

// dial connects to the server of an address. The calling goroutine keeps its thread
// until it closes the wire.
func dial(address string) (*wire, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	polled, err := net.Dial("tcp", at.Host)
	if err != nil {
		return nil, err
	}
	defer polled.Close()
	conn, err := polled.(*net.TCPConn).File()
	if err != nil {
		return nil, err
	}
	conn.Fd() // from here on, reading it blocks the thread
	runtime.LockOSThread()
	return &wire{conn: conn, from: bufio.NewReader(conn)}, nil
}

// get returns the text of an answer. Any other than 200 is an error.
func (w *wire) get(address, cookie string) ([]byte, error) {
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	if err := r.Write(w.conn); err != nil {
		return nil, err
	}
	answer, err := http.ReadResponse(w.from, r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: %s: %s", address, answer.Status, text)
	}
	return text, err
}

func (w *wire) close() {
	_ = w.conn.Close()
	runtime.UnlockOSThread()
}
