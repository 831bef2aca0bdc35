package dataset

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Links that other servers created have these ids.
func TestShortIDVectors(t *testing.T) {
	for guid, want := range map[string]string{
		"00000000000000000000000000000000": "4inFLg",
		"ffffffffffffffffffffffffffffffff": "77MNsL",
		"0123456789abcdef0123456789abcdef": "3JfjKe",
		"bd7c52ed9d4344c2b540385f94ed5cde": "9FdhQb",
	} {
		if got, err := ShortID(guid); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", guid, got, err, want)
		}
	}
	for _, bad := range []string{"", "0", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef00", strings.Repeat("g", 32)} {
		if got, err := ShortID(bad); err == nil {
			t.Errorf("%q: %s", bad, got)
		}
	}
}

func TestShortIDsLookLikeShortIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		guid := rapid.StringMatching("[0-9a-f]{32}").Draw(t, "guid")
		id, err := ShortID(guid)
		if err != nil || !isShortID(id) {
			t.Fatalf("%s: %q, %v", guid, id, err)
		}
		if again, _ := ShortID(strings.ToUpper(guid)); again != id {
			t.Fatalf("%s and %s of one guid", id, again)
		}
	})
	for _, bad := range []string{"", "12345", "1234567", "12345O", "12345l", "12345\x00", "12345é", "../../"} {
		if isShortID(bad) {
			t.Errorf("%q passes", bad)
		}
	}
}
