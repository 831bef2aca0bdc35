package auth

import (
	"net/netip"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// FoldName brings a name into the form in which names are compared: without
// case, canonical Unicode, no spaces around it. Accounts are found by it and
// failed tries counted by it, so that no other spelling gives more guesses.
func FoldName(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

// hostBits is how much of an IPv6 address one customer gets: all its hosts are
// one for limits.
const hostBits = 64

// Network is what limits count of a client's address: an IPv4 address, or the
// /64 of an IPv6 address. What is no address stays as it is.
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
