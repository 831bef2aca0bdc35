package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/big"
	"slices"
)

// base58 omits characters that look alike: 0, O, I and l.
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// shortIDLength is the length of every short id.
const shortIDLength = 6

// ShortID returns the short id of a GUID of 32 hex digits: the first characters of its SHA-256 as a
// number in base 58 (bitcoin alphabet). Old links were made this way and must keep working.
func ShortID(guid string) (string, error) {
	raw, err := hex.DecodeString(guid)
	if err != nil || len(raw) != 16 {
		return "", fmt.Errorf("dataset.ShortID(%q): not a guid of 32 hex digits", guid)
	}
	sum := sha256.Sum256(raw)
	n, digit, base := new(big.Int).SetBytes(sum[:]), new(big.Int), big.NewInt(int64(len(base58)))
	var text []byte
	for n.Sign() > 0 {
		n.DivMod(n, base, digit)
		text = append(text, base58[digit.Int64()])
	}
	slices.Reverse(text)
	return string(text[:min(shortIDLength, len(text))]), nil
}

// isShortID reports whether a text has the form of a short id.
func isShortID(text string) bool {
	if len(text) != shortIDLength {
		return false
	}
	for _, c := range []byte(text) {
		if !slices.Contains([]byte(base58), c) {
			return false
		}
	}
	return true
}

// newGUID returns a new id of a version of a file.
func (s *Service) newGUID() (string, error) {
	raw := make([]byte, 16)
	if _, err := io.ReadFull(s.cfg.Random, raw); err != nil {
		return "", fmt.Errorf("draw an id: %w", err)
	}
	return hex.EncodeToString(raw), nil
}
