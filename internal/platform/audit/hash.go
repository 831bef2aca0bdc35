package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Genesis replaces the hash of an entry before the first.
var Genesis = strings.Repeat("0", 2*sha256.Size)

// encodingName begins every encoding, so that another one can never be taken for it.
const encodingName = "cohortium audit 1"

// HashOf returns the hash that an entry must carry: SHA-256, as hex, over the canonical encoding of
// the hash before it and all its fields.
func HashOf(e *Event) string {
	sum := sha256.Sum256(canonical(e))
	return hex.EncodeToString(sum[:])
}

// canonical encodes an entry so that different entries have different encodings. Each text is its
// length in bytes as a decimal number, a colon, and its bytes; a map is the number of its pairs and
// then names and values by name. See docs/formats/audit.md for the order.
func canonical(e *Event) []byte {
	var b []byte
	for _, text := range []string{
		encodingName, e.PreviousHash,
		strconv.FormatInt(e.Seq, 10), strconv.FormatInt(e.At.UnixMicro(), 10),
		e.Actor, e.ActorID, e.Address, e.RequestID,
		string(e.Action), e.Object, e.ObjectID, strconv.FormatBool(e.Refused), e.Detail,
	} {
		b = appendText(b, text)
	}
	return appendValues(appendValues(b, e.Before), e.After)
}

func appendText(b []byte, text string) []byte {
	b = strconv.AppendInt(b, int64(len(text)), 10)
	b = append(b, ':')
	return append(b, text...)
}

func appendValues(b []byte, values map[string]string) []byte {
	b = appendText(b, strconv.Itoa(len(values)))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		b = appendText(appendText(b, name), values[name])
	}
	return b
}
