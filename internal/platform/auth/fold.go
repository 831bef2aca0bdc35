package auth

import (
	"net/netip"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// FoldName returns the form of a name for comparison: without case, canonical Unicode, no spaces
// around it. Accounts are found and failed tries are counted by it, so that another spelling does
// not allow more guesses.
func FoldName(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

// hostBits is the part of an IPv6 address within one customer's network: all its hosts count as one
// for limits.
const hostBits = 64

// Network returns the part of a client's address that limits count: an IPv4 address, or the /64 of
// an IPv6 address. Other text stays unchanged.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	network, _ := ip.Prefix(hostBits) // 64 bits fit into every IPv6 address
	return network.String()
}
