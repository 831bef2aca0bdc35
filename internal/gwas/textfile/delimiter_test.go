package textfile

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SliceOfN(rapid.SampledFrom([]byte("ab\t\t,\x00\xff\x89\x8a")), 0, 40).Draw(t, "line")
		var got [][]byte
		for _, s := range SplitPlain(line, '\t', nil) {
			got = append(got, s.Of(line))
		}
		want := bytes.Split(line, []byte{'\t'})
		if len(got) != len(want) {
			t.Fatalf("%q is cut into %q", line, got)
		}
		for i := range want {
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("%q is cut into %q", line, got)
			}
		}
	})
}
