package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
)

// wire is a connection that asks one question after the other. A client of net/http
// hands each answer through two goroutines more, and takes as much of the processor
// as the server takes for a short one: the clients of a server are other machines.
type wire struct {
	conn net.Conn
	from *bufio.Reader
}

// dial connects to the server of an address.
func dial(address string) (*wire, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := net.Dial("tcp", at.Host)
	if err != nil {
		return nil, err
	}
	return &wire{conn: conn, from: bufio.NewReader(conn)}, nil
}

// get gives the text of an answer. Any other than 200 is an error.
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

func (w *wire) close() { _ = w.conn.Close() }
