package fetch_test

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/fetch"
)

// nameServer is a name server on this machine. It answers the nth question for addresses of a
// kind with the nth of its lists, and with the last one from then on.
type nameServer struct {
	mu    sync.Mutex
	lists []string // addresses, with spaces between
	asked map[dnsmessage.Type]int
}

// resolver asks only the name server, as the resolver of the system does.
func (s *nameServer) resolver(t *testing.T) func(context.Context, string) ([]netip.Addr, error) {
	t.Helper()
	s.asked = map[dnsmessage.Type]int{}
	conn, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go s.serve(conn)
	r := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
	return fetch.Names(r)
}

func (s *nameServer) serve(conn net.PacketConn) {
	buffer := make([]byte, 1500)
	for {
		n, from, err := conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(buffer[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		m.Header = dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}
		m.Additionals, m.Answers = nil, s.answers(m.Questions[0])
		if packed, err := m.Pack(); err == nil {
			_, _ = conn.WriteTo(packed, from)
		}
	}
}

func (s *nameServer) answers(q dnsmessage.Question) (out []dnsmessage.Resource) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.lists[min(s.asked[q.Type], len(s.lists)-1)]
	s.asked[q.Type]++
	for _, text := range strings.Fields(list) {
		a := netip.MustParseAddr(text)
		switch {
		case q.Type == dnsmessage.TypeA && a.Is4():
			out = append(
				out,
				dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: a.As4()}},
			)
		case q.Type == dnsmessage.TypeAAAA && a.Is6():
			out = append(
				out,
				dnsmessage.Resource{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AAAAResource{AAAA: a.As16()},
				},
			)
		}
	}
	return out
}

// TestSEC45RebindingOfARealResolver resolves names by packets. A name that is public at first and
// private afterwards is fetched from the checked address; where it is private in any answer that
// counts, no connection is made. Redirects ask again.
func TestSEC45RebindingOfARealResolver(t *testing.T) {
	t.Parallel()
	const open, six = "93.184.216.34", "2606:2800:220:1::1"
	count := attack.New(t, "DNS rebinding")
	for _, c := range []struct {
		name  string
		lists []string
		path  string
		holds bool // the table is fetched
	}{
		{"public", []string{open}, "/table.csv", true},
		{"public, IPv6", []string{six}, "/table.csv", true},
		{"public, both", []string{open + " " + six}, "/table.csv", true},
		{"rebound to loopback after the check", []string{open, "127.0.0.1"}, "/table.csv", true},
		{"rebound to loopback before a redirect", []string{open, "127.0.0.1"}, "/again", false},
		{"rebound to metadata before a redirect", []string{open, "169.254.169.254"}, "/again", false},
		{"rebound to IPv6 loopback before a redirect", []string{open, "::1"}, "/again", false},
		{"rebound to a mapped address before a redirect", []string{open, "::ffff:127.0.0.1"}, "/again", false},
		{"rebound to a local network at the third hop", []string{open, open, "10.0.0.1"}, "/twice", false},
		{"public at every hop", []string{open}, "/twice", true},
		{"loopback", []string{"127.0.0.1"}, "/table.csv", false},
		{"IPv6 loopback", []string{"::1"}, "/table.csv", false},
		{"metadata", []string{"169.254.169.254"}, "/table.csv", false},
		{"metadata, IPv6", []string{"fd00:ec2::254"}, "/table.csv", false},
		{"mapped loopback", []string{"::ffff:127.0.0.1"}, "/table.csv", false},
		{"mapped public", []string{"::ffff:" + open}, "/table.csv", false},
		{"public beside loopback", []string{open + " 127.0.0.1"}, "/table.csv", false},
		{"public beside IPv6 loopback", []string{open + " ::1"}, "/table.csv", false},
		{"public beside a mapped address", []string{open + " ::ffff:10.0.0.1"}, "/table.csv", false},
		{"NAT64 of loopback", []string{"64:ff9b::7f00:1"}, "/table.csv", false},
		{"6to4 of loopback", []string{"2002:7f00:1::"}, "/table.csv", false},
		{"no address", []string{""}, "/table.csv", false},
	} {
		w, cfg := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
			if next := map[string]string{"/again": "/table.csv", "/twice": "/again"}[r.URL.Path]; next != "" {
				http.Redirect(w, r, next, http.StatusFound)
				return
			}
			_, _ = w.Write([]byte("a,b\n1,2\n"))
		})
		cfg.Resolve = (&nameServer{lists: c.lists}).resolver(t)
		text, _, err := get(t, cfg, "https://rebind.example"+c.path, 1000, true)
		inside := false
		for _, at := range w.dialed {
			inside = inside || at != open+":443" && at != "["+six+"]:443"
		}
		count.Try(!inside && (err == nil) == c.holds && (text != "") == c.holds, "%s: connected to %v: %q, %v", c.name, w.dialed, text, err)
		if !c.holds {
			refused(t, err, "public internet")
		}
	}
}
