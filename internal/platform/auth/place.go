package auth

import (
	"context"
	"slices"
	"time"
)

// PlaceLife is how long an account knows a device or an address after it signed
// in from there.
const PlaceLife = 180 * 24 * time.Hour

// place is the origin of a try. The device is identified by a random value in a cookie of its
// browser. Like every secret it is stored by its hash, so that it cannot be forged and a device can
// be forgotten.
type place struct {
	Address string
	Device  string // "" for a browser without the cookie, and for programs
}

func (p place) address() string { return "address:" + Network(p.Address) }

// keys identify the place from the narrowest: a device before the address that it may share with
// others.
func (p place) keys() []string {
	if p.Device == "" {
		return []string{p.address()}
	}
	return []string{deviceKey(p.Device), p.address()}
}

func deviceKey(device string) string { return "device:" + hashToken(device) }

// knownPlace returns the key under which an account knows a place, "" for none.
func (s *Service) knownPlace(ctx context.Context, userName string, p place) (string, error) {
	keys := p.keys()
	known, err := s.store.KnownPlaces(ctx, userName, keys)
	if err != nil {
		return "", err
	}
	for _, key := range keys {
		if slices.Contains(known, key) {
			return key, nil
		}
	}
	return "", nil
}
