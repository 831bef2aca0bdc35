package httpserver

import (
	"log/slog"
	"net"
	"net/http"
	"testing"
)

// from is a connection of an address.
type from struct {
	net.Conn
	address string
	closed  bool
}

func (f *from) RemoteAddr() net.Addr {
	a, err := net.ResolveTCPAddr("tcp", f.address)
	if err != nil {
		panic(err) // a fault of the test itself
	}
	return a
}

func (f *from) Close() error { f.closed = true; return nil }

// TestIPv6CountsByNetwork: the holder of a /64 has no more connections than others.
func TestIPv6CountsByNetwork(t *testing.T) {
	t.Parallel()
	a := newAddresses(2, nil, slog.New(slog.DiscardHandler))
	for _, c := range []struct {
		address string
		closed  bool
	}{
		{"[2001:db8:0:1::1]:1", false}, {"[2001:db8:0:1::2]:1", false}, {"[2001:db8:0:1:ffff::3]:1", true},
		{"[2001:db8:0:2::1]:1", false},
		{"192.0.2.1:1", false}, {"[::ffff:192.0.2.1]:2", false}, {"192.0.2.1:3", true}, {"192.0.2.2:1", false},
	} {
		conn := &from{address: c.address}
		if a.note(conn, http.StateNew); conn.closed != c.closed {
			t.Errorf("%s: closed %v", c.address, conn.closed)
		}
	}
	a.note(&from{address: "192.0.2.1:3"}, http.StateClosed) // the one beyond the limit
	a.note(&from{address: "192.0.2.1:1"}, http.StateClosed)
	if again := (&from{address: "192.0.2.1:4"}); true {
		if a.note(again, http.StateNew); again.closed {
			t.Error("a place that was left is not given again")
		}
	}
}
