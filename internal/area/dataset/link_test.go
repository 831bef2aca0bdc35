package dataset

import (
	"testing"

	"pgregory.net/rapid"
)

// A signature belongs to one file, version, link, time and key: any difference changes it.
func TestSignaturesDiffer(t *testing.T) {
	type signed struct {
		kind                   FileKind
		short, file, link, key string
		expires                int64
	}
	draw := rapid.Custom(func(t *rapid.T) signed {
		return signed{
			kind:  rapid.SampledFrom([]FileKind{DataFile, CredibleOne}).Draw(t, "kind"),
			short: rapid.StringMatching("[1-9A-H]{1,2}").Draw(t, "short"), file: rapid.StringMatching("[0-3]{1,2}").Draw(t, "file"),
			link: rapid.StringMatching("[a-c]{1,2}").Draw(t, "link"), key: rapid.StringMatching("[xy]").Draw(t, "key"),
			expires: rapid.Int64Range(-2, 2).Draw(t, "expires"),
		}
	})
	sign := func(s signed) string {
		return SigningKey{Key: []byte(s.key)}.sign(&File{ID: s.file, Kind: s.kind, ShortID: s.short}, s.link, s.expires)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		if (sign(a) == sign(b)) != (a == b) {
			t.Fatalf("%+v and %+v: %s and %s", a, b, sign(a), sign(b))
		}
	})
}
