package variant

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTrim compares spellings with their trimmed forms, worked out by hand.
func TestTrim(t *testing.T) {
	d := NewDict()
	tail := strings.Repeat("ACGT", 12)
	for name, tt := range map[string]struct {
		a, b, wantA, wantB string
		shift              int32
	}{
		"single bases":                   {"A", "G", "A", "G", 0},
		"an insertion as it should be":   {"C", "CT", "C", "CT", 0},
		"a deletion among longer ones":   {"CTT", "CTTT", "C", "CT", 0},
		"the end goes before the start":  {"CTT", "CT", "CT", "C", 0},
		"one base within equal ones":     {"CAT", "CGT", "A", "G", 1},
		"two bases that differ":          {"AC", "GT", "AC", "GT", 0},
		"the start goes":                 {"TTA", "TTCC", "A", "CC", 2},
		"equal alleles keep a base":      {"ACG", "ACG", "A", "A", 0},
		"long with a common end":         {"C" + tail, "G" + tail, "C", "G", 0},
		"long with a common start":       {tail + "C", tail + "GG", "C", "GG", 48},
		"a long insertion keeps a base":  {"A", "A" + tail, "A", "A" + tail, 0},
		"long against packed":            {"AC", "A" + tail + "C", "A", "A" + tail, 0},
		"a symbol is no sequence":        {"I", "D", "I", "D", 0},
		"a symbol beside a sequence":     {"ACC", "D", "ACC", "D", 0},
		"31 bases, the most that packed": {strings.Repeat("A", 30) + "C", strings.Repeat("A", 30) + "G", "C", "G", 30},
	} {
		t.Run(name, func(t *testing.T) {
			a, _ := d.Parse([]byte(tt.a))
			b, _ := d.Parse([]byte(tt.b))
			x, y, shift := d.Trim(a, b)
			if d.Text(x) != tt.wantA || d.Text(y) != tt.wantB || shift != tt.shift {
				t.Errorf("%s/%s becomes %s/%s, moved by %d; want %s/%s, %d", tt.a, tt.b, d.Text(x), d.Text(y), shift, tt.wantA, tt.wantB, tt.shift)
			}
			y, x, back := d.Trim(b, a)
			if d.Text(x) != tt.wantA || d.Text(y) != tt.wantB || back != shift {
				t.Errorf("the order of the alleles shows: %s/%s, %d", d.Text(x), d.Text(y), back)
			}
		})
	}
	if a, b, shift := d.Trim(Missing, G); a != Missing || b != G || shift != 0 {
		t.Error("a missing allele was trimmed")
	}
}

// TestTrimIsOneSpelling puts flanks around a variant and removes them again: the sequence around
// the alleles stays the same.
func TestTrimIsOneSpelling(t *testing.T) {
	d := NewDict()
	rapid.Check(t, func(t *rapid.T) {
		bases := rapid.StringMatching(`[ACGT]{1,40}`)
		left, right := rapid.StringMatching(`[ACGT]{0,40}`).Draw(t, "left"), rapid.StringMatching(`[ACGT]{0,40}`).Draw(t, "right")
		ref, alt := left+bases.Draw(t, "ref")+right, left+bases.Draw(t, "alt")+right
		a, _ := d.Parse([]byte(ref))
		b, _ := d.Parse([]byte(alt))
		x, y, shift := d.Trim(a, b)
		short, other := d.Text(x), d.Text(y)
		start, end := ref[:shift], ref[int(shift)+len(short):]
		if start+short+end != ref || start+other+end != alt {
			t.Fatalf("%s/%s becomes %s/%s at +%d", ref, alt, short, other, shift)
		}
		if len(short) > 1 && len(other) > 1 && (short[0] == other[0] || short[len(short)-1] == other[len(other)-1]) {
			t.Fatalf("%s/%s can be trimmed further", short, other)
		}
		if x2, y2, again := d.Trim(x, y); x2 != x || y2 != y || again != 0 {
			t.Fatalf("%s/%s is trimmed twice", short, other)
		}
	})
}
