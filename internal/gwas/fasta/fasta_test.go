package fasta

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
)

const made = "testdata/made.fa.gz"

// madeSequences returns the sequences of testdata/made.fa.gz.
func madeSequences() map[genome.Chromosome]string {
	random := func(n int, x uint32) string {
		s := make([]byte, n)
		for i := range s {
			x = (x*1103515245 + 12345) & 0x7fffffff
			s[i] = "ACGT"[x>>16&3]
		}
		return string(s)
	}
	return map[genome.Chromosome]string{1: random(30011, 1), 2: strings.Repeat("N", 100000) + random(5000, 2), genome.MT: random(123, 3)}
}

// unpacked writes the text of the made file, with its index, as a plain file.
func unpacked(t *testing.T) string {
	t.Helper()
	var text bytes.Buffer
	line := func(s string, n, width int) {
		for i := 0; i < n; i += width {
			part := s[i:min(n, i+width)]
			if i/width%7 == 6 {
				part = strings.ToLower(part)
			}
			text.WriteString(part + "\n")
		}
	}
	s := madeSequences()
	text.WriteString(">chr1 made for a test\n")
	line(s[1], len(s[1]), 60)
	text.WriteString(">chr1_random made for a test\n")
	line(strings.Repeat("A", 500), 500, 60)
	text.WriteString(">chr2 made for a test\n")
	line(s[2], len(s[2]), 100)
	text.WriteString(">chrM made for a test\n")
	line(s[genome.MT], len(s[genome.MT]), 50)
	index, err := os.ReadFile(made + IndexEnd)
	if err != nil {
		t.Fatal(err)
	}
	return write(t, map[string][]byte{"made.fa": text.Bytes(), "made.fa.fai": index}, "made.fa")
}

func write(t *testing.T, files map[string][]byte, name string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, name)
}

func TestSequence(t *testing.T) {
	for kind, path := range map[string]string{"bgzip": made, "plain": unpacked(t)} {
		t.Run(kind, func(t *testing.T) {
			f, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			random := rand.New(rand.NewPCG(1, 2))
			for c, want := range madeSequences() {
				if int(f.Length(c)) != len(want) {
					t.Fatalf("chromosome %s has %d bases, want %d", c, f.Length(c), len(want))
				}
				for i := range 300 {
					start := 1 + random.IntN(len(want))
					end := min(len(want), start+random.IntN(400))
					switch i {
					case 0:
						start, end = 1, len(want)
					case 1:
						start, end = len(want), len(want)
					}
					got, err := f.Sequence(c, int32(start), int32(end))
					if err != nil || string(got) != want[start-1:end] {
						t.Fatalf("%s:%d-%d: %v, wrong bases", c, start, end, err)
					}
				}
			}
		})
	}
}

func TestSequenceOutside(t *testing.T) {
	f, err := Open(made)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for _, tt := range []struct {
		c          genome.Chromosome
		start, end int32
		want       error
	}{
		{1, 0, 5, ErrRange}, {1, -3, 5, ErrRange}, {1, 6, 5, ErrRange}, {1, 30011, 30012, ErrRange}, {1, 1, 1<<31 - 1, ErrRange},
		{3, 1, 1, ErrNoSequence}, {genome.Unknown, 1, 1, ErrNoSequence}, {200, 1, 1, ErrNoSequence},
	} {
		if got, err := f.Sequence(tt.c, tt.start, tt.end); !errors.Is(err, tt.want) || len(got) > 0 {
			t.Errorf("%s:%d-%d: %q, %v, want %v", tt.c, tt.start, tt.end, got, err, tt.want)
		}
	}
}

// Pages are read again after others took their room.
func TestManyPages(t *testing.T) {
	const bases = (pagesKept + 20) * maxBlock
	text := []byte(">1\n" + strings.Repeat("A", bases) + "\n")
	for at := 0; at < bases; at += 1000 {
		text[3+at] = "CGT"[at/1000%3]
	}
	path := write(t, map[string][]byte{"a.fa": text, "a.fa.fai": fmt.Appendf(nil, "1\t%d\t3\t%d\t%d\n", bases, bases, bases+1)}, "a.fa")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 3000 {
		at := i * bases / 1000 % bases // three times through the file
		if i%3 == 0 {
			at = random.IntN(bases)
		}
		got, err := f.Sequence(1, int32(at)+1, int32(at)+1)
		if err != nil || got[0] != text[3+at] {
			t.Fatalf("base %d: %q, %v", at+1, got, err)
		}
	}
	if len(f.text.pages) > pagesKept {
		t.Errorf("%d pages are kept", len(f.text.pages))
	}
}

func TestBuild(t *testing.T) {
	line := func(name string, bases int32) string { return fmt.Sprintf("%s\t%d\t1\t60\t61\n", name, bases) }
	for name, tt := range map[string]struct {
		index string
		want  genome.Build
	}{
		"GRCh37":         {line("21", 48129895) + line("GL000191.1", 106433), genome.GRCh37},
		"GRCh38":         {line("chr21", 46709983) + line("chrX", 156040895), genome.GRCh38},
		"NCBI36":         {line("chr22", 49691432), genome.NCBI36},
		"RefSeq":         {line("NC_000021.8", 48129895), genome.GRCh37},
		"two builds":     {line("21", 48129895) + line("22", 50818468), genome.UnknownBuild},
		"no chromosome":  {line("HLA-A", 3503), genome.UnknownBuild},
		"only MT":        {line("MT", 16569), genome.UnknownBuild},
		"one base short": {line("21", 48129894), genome.UnknownBuild},
	} {
		entries, err := ParseIndex([]byte(tt.index))
		if got := BuildOf(entries); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, tt.want)
		}
	}
}

// UCSC's file of hg19 has another mitochondrion under chrM; its later ones have both.
func TestMitochondrionOfAnotherLength(t *testing.T) {
	entries := []Entry{{"chr21", 48129895, 7, 60, 61}, {"chrM", 16571, 50000000, 60, 61}, {"chrMT", 16569, 51000000, 60, 61}}
	f := &File{text: &text{size: 1 << 40}}
	if err := f.take(entries[:2]); err != nil || f.Length(genome.MT) != 0 || f.Build() != genome.GRCh37 {
		t.Errorf("chrM of 16,571 bases is kept on %s: %v", f.Build(), err)
	}
	f = &File{text: &text{size: 1 << 40}}
	if err := f.take(entries); err != nil || f.entries[genome.MT].Name != "chrMT" {
		t.Errorf("%q is taken for MT: %v", f.entries[genome.MT].Name, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	packed, index, gzi := read(t, made), read(t, made+IndexEnd), read(t, made+GzipEnd)
	changed := func(b []byte, at int, to byte) []byte {
		b = bytes.Clone(b)
		b[at] = to
		return b
	}
	fai := func(line string) map[string][]byte {
		return map[string][]byte{"a": []byte(">1\nACGT\n"), "a.fai": []byte(line)}
	}
	for name, tt := range map[string]struct {
		files map[string][]byte
		want  string
	}{
		"no index":          {map[string][]byte{"a": packed}, "samtools faidx a"},
		"no index of gzip":  {map[string][]byte{"a": packed, "a.fai": index}, "a.gzi is missing"},
		"plain gzip":        {map[string][]byte{"a": changed(packed, 3, 0), "a.fai": index}, "Pack it with bgzip"},
		"short gzi":         {map[string][]byte{"a": packed, "a.fai": index, "a.gzi": gzi[:24]}, "number of blocks"},
		"gzi falls":         {map[string][]byte{"a": packed, "a.fai": index, "a.gzi": changed(gzi, 9, 0xff)}, "do not rise"},
		"gzi of many":       {map[string][]byte{"a": packed, "a.fai": index, "a.gzi": binary.LittleEndian.AppendUint64(nil, 1<<62)}, "number of blocks"},
		"columns":           {fai("1\t4\t3\t4\n"), "has 4 columns"},
		"letters":           {fai("1\tx\t3\t4\t5\n"), `"x" is not a whole number`},
		"no line":           {fai("1\t4\t3\t0\t5\n"), "lines of 5 bytes"},
		"negative":          {fai("1\t4\t-3\t4\t5\n"), "begins at byte -3"},
		"too long":          {fai("1\t4000000000\t3\t4\t5\n"), "4000000000 bases"},
		"behind the end":    {fai("1\t7\t3\t4\t5\n"), "ends behind the end"},
		"two of one name":   {fai("1\t4\t3\t4\t5\nchr1\t4\t3\t4\t5\n"), "listed twice"},
		"offset overflowed": {fai("1\t4\t9223372036854775807\t4\t5\n"), "begins at byte"},
	} {
		f, err := Open(write(t, tt.files, "a"))
		if damage := new(DamageError); !errors.As(err, &damage) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
		if f != nil {
			_ = f.Close()
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// An index that does not belong to the file, and bytes that were changed, are errors and never
// bases: of each changed byte of the packed file, every read is right or fails.
func TestDamage(t *testing.T) {
	f, err := Open(write(t, map[string][]byte{"a": []byte(">1\nACGT\nACGT\n"), "a.fai": []byte("1\t8\t3\t5\t6\n")}, "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if got, err := f.Sequence(1, 1, 8); !errors.As(err, new(*DamageError)) {
		t.Errorf("a line end is taken for a base: %q, %v", got, err)
	}
	packed, want := read(t, made), madeSequences()[1]
	index, gzi := read(t, made+IndexEnd), read(t, made+GzipEnd)
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		bad := bytes.Clone(packed)
		at := random.IntN(len(bad))
		bad[at] ^= 1 << random.IntN(8)
		f, err := Open(write(t, map[string][]byte{"a": bad, "a.fai": index, "a.gzi": gzi}, "a"))
		if err != nil {
			continue
		}
		got, err := f.Sequence(1, 1, int32(len(want)))
		if err == nil && string(got) != want {
			t.Errorf("byte %d changed: wrong bases are returned", at)
		}
		_ = f.Close()
	}
}

func FuzzParseIndex(f *testing.F) {
	f.Add([]byte("1\t4\t3\t4\t5\n"))
	f.Fuzz(func(t *testing.T, index []byte) {
		defer memtest.Bound(t, 1<<20+16*len(index))()
		entries, err := ParseIndex(index)
		for _, e := range entries {
			if err == nil && e.at(e.Bases-1) < e.Offset {
				t.Errorf("%+v ends before it begins", e)
			}
		}
	})
}

func FuzzGzipIndex(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0}, int64(5))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 16}, int64(1<<62)) // 2^60 blocks
	f.Fuzz(func(t *testing.T, index []byte, size int64) {
		defer memtest.Bound(t, 1<<20+16*len(index))()
		starts, err := parseGzipIndex(index, size)
		if err != nil || size < 0 {
			return
		}
		x := text{data: bytes.NewReader(nil), stored: size, size: size, starts: starts, pages: map[int][]byte{}}
		if _, err := x.append(nil, 0, 1); err == nil {
			t.Error("a byte of an empty file is read")
		}
	})
}
