package fetch

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// check rejects addresses by their text; the targets of names are checked when they are resolved.
func (c *Client) check(at *url.URL) error {
	host := strings.ToLower(strings.TrimSuffix(at.Hostname(), "."))
	switch {
	case at.Scheme == "http" && !c.cfg.HTTP:
		return refuse(nil, "This server fetches from addresses that begin with https:// only.")
	case at.Scheme != "https" && at.Scheme != "http":
		return refuse(nil, "Enter an address that begins with https://.")
	case at.User != nil:
		return refuse(nil, "An address with a name or a password in it is not fetched. Download the file and upload it.")
	case host == "" || at.Opaque != "":
		return refuse(nil, "This address has no name of a server. Enter one such as https://example.org/table.tsv.gz.")
	case at.Port() != "" && at.Port() != "443" && at.Port() != "80":
		return refuse(nil, "This server fetches from the ports 443 and 80 only.")
	case !c.allowed(host):
		return refuse(nil, "This server fetches from some places only, and this is none of them. Download the file and upload it.")
	}
	if address, err := netip.ParseAddr(host); err == nil {
		if !public(address) {
			return refusePrivate()
		}
		return nil
	}
	if looksNumeric(host) {
		return refuse(nil, "This is not a server name. Enter its name, or an address such as 93.184.216.34.")
	}
	return nil
}

func refusePrivate() error {
	return refuse(nil, "This address is none of the public internet, and nothing is fetched from others. Download the file and upload it.")
}

// allowed reports whether a host is one of the operator's hosts, or below one.
func (c *Client) allowed(host string) bool {
	return len(c.cfg.Hosts) == 0 || slices.ContainsFunc(c.cfg.Hosts, func(h string) bool {
		h = strings.ToLower(h)
		return host == h || strings.HasSuffix(host, "."+h)
	})
}

// looksNumeric reports whether some programs take a host for an address although it is not written
// as one, such as 127.1 and 0x7f000001: its last part is a number. No top-level domain is a number.
func looksNumeric(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	digits, hex := strings.CutPrefix(last, "0x")
	if hex {
		return strings.Trim(digits, "0123456789abcdef") == ""
	}
	return strings.Trim(last, "0123456789") == ""
}

// dial resolves a name once, checks its addresses, and connects to them.
func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	found := []netip.Addr{}
	if literal, err := netip.ParseAddr(host); err == nil {
		found = append(found, literal)
	} else if found, err = c.cfg.Resolve(ctx, host); err != nil {
		return nil, err
	}
	var failed error = &net.DNSError{Err: "no address", Name: host, IsNotFound: true}
	for _, a := range found { // all of them: a name with other addresses as well is malicious
		if !public(a) { // worded like an unknown name, so that internal names stay hidden
			return nil, failed
		}
	}
	for _, a := range found {
		conn, err := c.cfg.Dial(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			return conn, nil
		}
		failed = err
	}
	return nil, failed
}

// special are the networks within the public space that are not public, from IANA's registries of
// special addresses (RFC 6890 and its updates), and an address of a cloud metadata service.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
	"192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
)

// unicast is the public space of IPv6: everything else is local, embeds an address of
// IPv4, or is for groups.
var unicast = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		out[i] = netip.MustParsePrefix(t)
	}
	return out
}

// public reports whether an address is one of the public internet.
func public(a netip.Addr) bool {
	if !a.IsValid() || a.Is4In6() || a.Zone() != "" || a.Is6() && !unicast.Contains(a) {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) })
}
