package httpserver

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
)

// addresses counts the connections of each address and closes those beyond the limit. The limited
// listener of golang.org/x/net counts all of them together, so one address could use up the limit
// of all.
type addresses struct {
	most   int
	shared []netip.Prefix
	log    *slog.Logger

	mu   sync.Mutex
	open map[netip.Prefix]int
}

func newAddresses(most int, shared []netip.Prefix, log *slog.Logger) *addresses {
	return &addresses{most: most, shared: shared, log: log, open: make(map[netip.Prefix]int)}
}

// note follows the life of a connection; it is the server's ConnState.
func (a *addresses) note(c net.Conn, state http.ConnState) {
	who, ok := a.whose(c)
	if !ok {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch state {
	case http.StateNew:
		a.open[who]++
		if a.open[who] == a.most+1 {
			a.log.Warn("an address has as many connections as it may; further ones are closed", "address", who.String(), "connections", a.most)
		}
		if a.open[who] > a.most {
			_ = c.Close() // the server notices that, and reports it as closed
		}
	case http.StateClosed, http.StateHijacked:
		if a.open[who]--; a.open[who] <= 0 {
			delete(a.open, who)
		}
	}
}

// whose returns the address that a connection counts for: that of the machine, or the network of an
// IPv6 customer. Connections from shared networks are not counted.
func (a *addresses) whose(c net.Conn) (netip.Prefix, bool) {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Prefix{}, false // no network
	}
	addr := at.Addr().Unmap().WithZone("")
	if slices.ContainsFunc(a.shared, func(p netip.Prefix) bool { return p.Contains(addr) }) {
		return netip.Prefix{}, false
	}
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	who, err := addr.Prefix(bits)
	return who, err == nil
}
