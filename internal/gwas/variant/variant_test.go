package variant

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	d := NewDict()
	long := strings.Repeat("ACGT", 10)
	tests := map[string]struct {
		want Allele
		ok   bool
	}{
		"A": {A, true}, "c": {C, true}, "G": {G, true}, "t": {T, true}, "AC": {0b10001, true}, "i": {Insertion, true}, "D": {Deletion, true},
		"": {0, false}, "N": {0, false}, "R": {0, false}, "AN": {0, false}, "<DEL>": {0, false}, "*": {0, false}, "-": {0, false}, "1": {0, false},
		"ID": {0, false}, long + "N": {0, false}, long: {symbolic | firstID, true}, strings.ToLower(long): {symbolic | firstID, true},
	}
	for text, tt := range tests {
		if got, ok := d.Parse([]byte(text)); got != tt.want || ok != tt.ok {
			t.Errorf("Parse(%q) = %b, %v; want %b, %v", text, got, ok, tt.want, tt.ok)
		}
	}
	if got := d.Text(Missing); got != "NA" {
		t.Errorf("a missing allele prints as %q", got)
	}
	if got := NewDict().Text(symbolic | firstID); got != "NA" {
		t.Errorf("an allele of another Dict prints as %q", got)
	}
}

func TestLengthLimits(t *testing.T) {
	d := NewDict()
	for _, n := range []int{1, 2, 30, 31, 32, 33, 500} {
		text := strings.Repeat("T", n)
		a, ok := d.Parse([]byte(text))
		if !ok || d.Text(a) != text || d.Len(a) != n || a.Single() != (n == 1) {
			t.Errorf("%d bases come back as %q (%d)", n, d.Text(a), d.Len(a))
		}
	}
}

// TestLongestAllele wants the limit where it is stated.
func TestLongestAllele(t *testing.T) {
	d := NewDict()
	for n, want := range map[int]bool{99_999: true, 100_000: true, 100_001: false, 1_000_000: false} {
		a, ok := d.Parse([]byte(strings.Repeat("G", n)))
		if ok != want || ok && d.Len(a) != n {
			t.Errorf("an allele of %d bases is read: %v", n, ok)
		}
	}
	if err := d.Err(); err != nil {
		t.Errorf("an allele that is too long fills the dictionary: %v", err)
	}
}

// TestFullDict fills a dictionary: it keeps its content, and reports that it is full.
func TestFullDict(t *testing.T) {
	d := newDict(10 * (1000 + entryBytes))
	text := func(i int) []byte { return []byte(strings.Repeat("A", i) + strings.Repeat("C", 1000-i)) }
	for i := range 10 {
		if _, ok := d.Parse(text(i)); !ok || d.Err() != nil {
			t.Fatalf("allele %d finds no room", i)
		}
	}
	for range 3 {
		if a, ok := d.Parse(text(10)); ok || a != Missing || !errors.Is(d.Err(), ErrFull) {
			t.Errorf("an eleventh allele is %b, %v; %v", a, ok, d.Err())
		}
	}
	a, ok := d.Parse(text(3))
	if !ok || d.Text(a) != string(text(3)) {
		t.Error("a full dictionary forgets")
	}
	if _, ok := d.Parse([]byte("ACGT")); !ok {
		t.Error("short alleles need no room")
	}
}

func TestPalindromic(t *testing.T) {
	for a := A; a <= T; a++ {
		for b := A; b <= T; b++ {
			want := NewDict().Complement(a) == b
			if got := Palindromic(a, b); got != want {
				t.Errorf("Palindromic(%b, %b) = %v", a, b, got)
			}
		}
	}
	if Palindromic(Insertion, Deletion) || Palindromic(Missing, Missing) || Palindromic(0b10001, 0b10010) {
		t.Error("an indel or a missing pair is palindromic")
	}
}

func TestNumbered(t *testing.T) {
	for text, want := range map[string]Allele{"1": A, "2": C, "3": G, "4": T, "0": Missing, "5": Missing, "12": Missing} {
		if got, ok := Numbered([]byte(text)); got != want || ok != (want != Missing) {
			t.Errorf("Numbered(%q) = %b, %v", text, got, ok)
		}
	}
}

func TestComplement(t *testing.T) {
	d := NewDict()
	for text, want := range map[string]string{
		"A": "T", "C": "G", "AC": "GT", "AAG": "CTT", "I": "I", "D": "D",
		strings.Repeat("AC", 20): strings.Repeat("GT", 20),
	} {
		a, _ := d.Parse([]byte(text))
		if got := d.Text(d.Complement(a)); got != want {
			t.Errorf("complement of %s = %s, want %s", text, got, want)
		}
	}
	if d.Complement(Missing) != Missing {
		t.Error("the complement of nothing is something")
	}
}

func TestRoundTripAndInvolution(t *testing.T) {
	d := NewDict()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ACGT]{1,80}`).Draw(t, "allele")
		a, ok := d.Parse([]byte(text))
		if !ok || d.Text(a) != text {
			t.Fatalf("%s comes back as %s", text, d.Text(a))
		}
		if d.Complement(d.Complement(a)) != a {
			t.Fatalf("two complements of %s give %s", text, d.Text(d.Complement(d.Complement(a))))
		}
	})
}

func TestDictConcurrently(t *testing.T) {
	d := NewDict()
	texts := make([]string, 50)
	for i := range texts {
		texts[i] = strings.Repeat("A", 32+i)
	}
	var wg sync.WaitGroup
	got := make([][]Allele, 4)
	for w := range got {
		wg.Go(func() {
			for _, s := range texts {
				a, _ := d.Parse([]byte(s))
				got[w] = append(got[w], a)
			}
		})
	}
	wg.Wait()
	for w := range got {
		for i, a := range got[w] {
			if a != got[0][i] || d.Text(a) != texts[i] {
				t.Fatalf("goroutine %d: allele %d is %q", w, i, d.Text(a))
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"A", "acgt", "<DEL>", strings.Repeat("G", 40), "I", "N"} {
		f.Add([]byte(s))
	}
	d := NewDict()
	f.Fuzz(func(t *testing.T, s []byte) {
		a, ok := d.Parse(s)
		if ok != (a != Missing) {
			t.Fatalf("Parse(%q) = %b, %v", s, a, ok)
		}
		if ok && d.Text(a) != strings.ToUpper(string(s)) {
			t.Fatalf("%q comes back as %q", s, d.Text(a))
		}
	})
}

func TestClass(t *testing.T) {
	d := NewDict()
	indel, _ := d.Parse([]byte("ACC"))
	for _, c := range []struct{ a, b, lo, hi Allele }{
		{A, C, A, C}, {C, A, A, C}, {T, G, A, C}, {G, T, A, C}, // one variant, four ways to write it
		{A, G, A, G}, {C, T, A, G},
		{A, T, A, T}, {T, A, A, T}, {G, C, C, G}, // the strand does not show
		{indel, T, T, indel}, {Insertion, Deletion, Deletion, Insertion},
	} {
		if lo, hi := Class(c.a, c.b); lo != c.lo || hi != c.hi {
			t.Errorf("Class(%s, %s) = %s, %s", d.Text(c.a), d.Text(c.b), d.Text(lo), d.Text(hi))
		}
	}
}
