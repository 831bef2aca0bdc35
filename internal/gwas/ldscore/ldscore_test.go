package ldscore

import (
	"archive/tar"
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// The first lines of chromosome 22 of the European scores published by the authors of LDSC.
const scores = "CHR\tSNP\tBP\tCM\tMAF\tL2\n" +
	"22\trs9617528\t16061016\t0.059575804\t0.245382585752\t1.26311352717\n" +
	"22\trs4911642\t16504399\t2.1274578\t0.174142480211\t1.79642023571\n"

func pack(t *testing.T, files ...string) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		err := w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1]))})
		if _, err2 := w.Write([]byte(files[i+1])); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func TestRead(t *testing.T) {
	var got []Score
	keep := func(s Score) error { got = append(got, s); return nil }
	facts, err := Read(pack(t, "eur/22.l2.ldscore", scores, "eur/22.l2.M_5_50", "16885\n", "eur/21.l2.M_5_50", "115", "eur/w_hm3.snplist", "SNP\nrs1\n"), keep)
	if err != nil {
		t.Fatal(err)
	}
	want := []Score{{"rs9617528", 22, 16061016, 1.26311352717}, {"rs4911642", 22, 16504399, 1.79642023571}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&Facts{Rows: 2, Common: 17000, Ends: map[genome.Chromosome]int32{22: 16504399}}, facts); diff != "" {
		t.Error(diff)
	}
	got = nil
	if facts, err = Read(strings.NewReader(scores), keep); err != nil || facts.Rows != 2 || facts.Common != 0 || len(got) != 2 {
		t.Errorf("%+v, %v", facts, err)
	}
}

func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		file *bytes.Reader
		line int64
		what string
	}{
		"no score":      {bytes.NewReader([]byte(strings.Replace(scores, "1.26311352717", "nan", 1))), 2, `"nan" is not an LD score`},
		"no position":   {bytes.NewReader([]byte(strings.Replace(scores, "16504399", "0", 1))), 3, "not chromosome and position"},
		"other columns": {bytes.NewReader([]byte(strings.Replace(scores, "L2", "L3", 1))), 1, "names no columns"},
		"nothing":       {pack(t, "notes.txt", "nothing\n"), 0, "no LD scores"},
		"a bad count":   {pack(t, "22.l2.M_5_50", "many\n"), 1, `In 22.l2.M_5_50: "many" is not a count`},
	} {
		_, err := Read(tt.file, func(Score) error { return nil })
		fault := new(textfile.FileError)
		if !errors.As(err, &fault) || fault.Line != tt.line || !strings.Contains(fault.What, tt.what) || fault.Remedy == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(scores))
	f.Fuzz(func(t *testing.T, text []byte) {
		defer memtest.Bound(t, 2<<20+64*len(text))() // a buffer of a megabyte; a header of commas is a string for each byte
		n := int64(0)
		facts, err := Read(bytes.NewReader(text), func(s Score) error { n++; return nil })
		if err == nil && facts.Rows != n {
			t.Fatalf("%d of %d", n, facts.Rows)
		}
	})
}
