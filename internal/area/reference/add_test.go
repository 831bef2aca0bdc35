package reference_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"

	"github.com/google/go-cmp/cmp"
)

// Chain files of one block each: 100 bases of chromosome 1, which has the lengths
// that the NCBI and the GRC published.
const (
	hg18To38 = "chain 1 chr1 247249719 + 0 100 chr1 248956422 + 1000 1100 1\n100\n\n"
	hg19To38 = "chain 1 chr1 249250621 + 0 100 chr1 248956422 + 7000 7100 1\n100\n\n"
	hg38To19 = "chain 1 chr1 248956422 + 0 100 chr1 249250621 + 9000 9100 1\n100\n\n"
)

// Five variants of HapMap 3 at their places on GRCh37 (LD scores of 1000 Genomes), on
// GRCh38 (frequencies of 1000 Genomes), and at places of neither.
const (
	known37 = "rs2286139 1 761732\nrs2980300 1 785989\nrs13302982 1 861808\nrs4040604 1 863124\nrs13303010 1 894573\n"
	known38 = "rs2286139 1 826352\nrs2980300 1 850609\nrs13302982 1 926428\nrs4040604 1 927744\nrs13303010 1 959193\n"
	known36 = "rs2286139 1 751595\nrs2980300 1 775852\nrs13302982 1 851671\nrs4040604 1 852987\nrs13303010 1 884436\n"
)

// panel returns a table of these sites.
func panel(sites, frequency string) string {
	text := "ID CHR POS REF ALT AF EUR_AF\n"
	for line := range strings.Lines(sites) {
		text += strings.TrimSpace(line) + " A G " + frequency + " 0.25\n"
	}
	return text
}

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

func TestAdd(t *testing.T) {
	added := today.Truncate(1e9)
	for name, tt := range map[string]struct {
		file, text string
		say, want  reference.Note
	}{
		"a chain": {"hg19ToHg38.over.chain", hg19To38, reference.Note{Type: reference.Chain, Licence: "free", Version: "2013"},
			reference.Note{Type: reference.Chain, Name: "hg19ToHg38", Build: "GRCh37", To: "GRCh38", File: "hg19ToHg38.over.chain", Version: "2013", Licence: "free", Rows: 1, SHA256: sum(hg19To38)}},
		"a chain as declared": {"x.chain", hg18To38, reference.Note{Type: reference.Chain, Name: "old", Build: "hg18", To: "38"},
			reference.Note{Type: reference.Chain, Name: "old", Build: "NCBI36", To: "GRCh38", File: "old.chain", Rows: 1, SHA256: sum(hg18To38)}},
		"a panel that tells its build": {"sites.txt", panel(known37, "0.5"), reference.Note{Type: reference.Panel, Ancestry: "eur"},
			reference.Note{Type: reference.Panel, Name: "sites", Build: "GRCh37", Ancestry: "EUR", File: "sites.txt", Column: "AF", Rows: 5, SHA256: sum(panel(known37, "0.5"))}},
		"on the other assembly, by a column": {"sites.json", panel(known38, "."), reference.Note{Type: reference.Panel, Ancestry: "ALL", Build: "b38", Column: "eur_af"},
			reference.Note{Type: reference.Panel, Name: "sites", Build: "GRCh38", Ancestry: "ALL", File: "sites.data", Column: "EUR_AF", Rows: 5, SHA256: sum(panel(known38, "."))}},
		"not in order, of too few sites to tell": {"few.txt", panel("rs1 2 50\nrs2 1 40\n", "0.5"), reference.Note{Type: reference.Panel, Ancestry: "SAS", Build: "hg19"},
			reference.Note{Type: reference.Panel, Name: "few", Build: "GRCh37", Ancestry: "SAS", File: "few.txt", Column: "AF", Rows: 2, SHA256: sum(panel("rs1 2 50\nrs2 1 40\n", "0.5"))}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			r := open(dir)
			got, err := r.Add(t.Context(), write(t, filepath.Join(dir, "in", tt.file), tt.text), tt.say)
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Added = added
			if diff := cmp.Diff(&tt.want, got); diff != "" {
				t.Error(diff)
			}
			if all, err := r.List(t.Context()); err != nil || len(all) != 1 || !cmp.Equal(all[0], tt.want) {
				t.Errorf("listed %+v, %v", all, err)
			}
			folder := string(tt.say.Type) + "s"
			if text, err := os.ReadFile(filepath.Join(dir, folder, tt.want.File)); err != nil || string(text) != tt.text {
				t.Errorf("%q, %v", text, err)
			}
			want := 2
			if tt.say.Type == reference.Panel {
				want = 4 // with its frequencies by place, and their index
			}
			if there := files(t, dir, folder); len(there) != want {
				t.Errorf("%v", there)
			}
		})
	}
}

func TestAddRefuses(t *testing.T) {
	chain := reference.Note{Type: reference.Chain}
	of := func(n reference.Note) reference.Note { n.Type, n.Ancestry = reference.Panel, "EUR"; return n }
	for name, tt := range map[string]struct {
		text string
		say  reference.Note
		want string
	}{
		"the other direction":     {hg18To38, reference.Note{Type: reference.Chain, Build: "hg38", To: "hg18"}, "from NCBI36 to GRCh38, the other way"},
		"from elsewhere":          {hg18To38, reference.Note{Type: reference.Chain, Build: "hg19"}, "--from is GRCh37, but the file is on NCBI36"},
		"to elsewhere":            {hg18To38, reference.Note{Type: reference.Chain, To: "hg19"}, "--to is GRCh37, but the file is on GRCh38"},
		"no assembly":             {hg18To38, reference.Note{Type: reference.Chain, To: "mm10"}, `"mm10" is not a known genome build`},
		"damaged":                 {strings.Replace(hg18To38, "\n100", "\n101", 1), chain, "line 2: the block reaches beyond"},
		"cut off":                 {strings.TrimSuffix(hg18To38, "100\n\n"), chain, "cut off"},
		"another species":         {strings.Replace(hg18To38, "247249719", "197195432", 1), chain, "lengths of no human genome build"},
		"no chain file":           {"rs1\t2\n", chain, "line 1: a chain begins"},
		"a way that is there":     {hg19To38, chain, "old leads from GRCh37 to GRCh38 already"},
		"a name that is there":    {hg18To38, reference.Note{Type: reference.Chain, Name: "OLD"}, "is installed already"},
		"a name of a path":        {hg18To38, reference.Note{Type: reference.Chain, Name: "../x"}, "--name"},
		"the name none":           {hg18To38, reference.Note{Type: reference.Chain, Name: "none"}, "--name"},
		"no type":                 {hg18To38, reference.Note{Type: "songs"}, "not a type"},
		"no ancestry":             {panel(known37, "0.5"), reference.Note{Type: reference.Panel}, "with --ancestry: AFR"},
		"another ancestry":        {panel(known37, "0.5"), reference.Note{Type: reference.Panel, Ancestry: "EU"}, "with --ancestry: AFR"},
		"the other build":         {panel(known37, "0.5"), of(reference.Note{Build: "hg38"}), "--build is GRCh38, but the file is on GRCh37"},
		"neither build":           {panel(known36, "0.5"), of(reference.Note{Build: "hg19"}), "the variants of the panel do not match"},
		"on NCBI36":               {panel("rs1 1 5\n", "0.5"), of(reference.Note{Build: "hg18"}), "Panels serve data sets on GRCh37 or GRCh38"},
		"no build to be told":     {panel("rs1 1 5\n", "0.5"), of(reference.Note{}), "Name it with --build"},
		"past the end":            {panel("rs1 1 249250622\n", "0.5"), of(reference.Note{Build: "hg19"}), "past the end of their chromosome on GRCh37: 1."},
		"no frequencies":          {panel(known37, "."), of(reference.Note{}), "has a frequency in AF. Name the column"},
		"no column of that name":  {panel(known37, "0.5"), of(reference.Note{Column: "AFR"}), "there is no column AFR; choose one of the columns ID, CHR"},
		"no variants":             {"CHR POS REF ALT AF\n1 x A G 0.5\n", of(reference.Note{}), "none of its rows is a variant"},
		"no alleles":              {"CHR POS AF\n1 1 0.5\n", of(reference.Note{}), "no columns REF and ALT"},
		"empty":                   {"", of(reference.Note{}), "it is empty"},
		"a panel that breaks off": {"\x1f\x8b\x08", of(reference.Note{}), "cannot be read to its end"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			r := open(dir)
			if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, "old.chain"), hg19To38), chain); err != nil {
				t.Fatal(err)
			}
			_, err := r.Add(t.Context(), write(t, filepath.Join(dir, "new"), tt.text), tt.say)
			var refused *reference.RefusedError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v", err)
			}
			if there := fmt.Sprint(files(t, dir, "chains"), files(t, dir, "panels")); there != "[old.chain old.json] []" {
				t.Errorf("%s", there)
			}
		})
	}
}

func TestAddIsCancelled(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := open(dir).Add(ctx, write(t, filepath.Join(dir, "a.chain"), hg19To38), reference.Note{Type: reference.Chain})
	if !errors.Is(err, context.Canceled) || len(files(t, dir, "chains")) > 0 {
		t.Errorf("%v, %v", err, files(t, dir, "chains"))
	}
	if _, err = open(dir).Add(t.Context(), filepath.Join(dir, "absent"), reference.Note{Type: reference.Chain}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// An installed chain file takes precedence over the built-in one, and one in this direction over
// one that is read backwards.
func TestBetween(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	way := func(from, to genome.Build, position, want int32, source string, inverted bool) {
		t.Helper()
		m, err := r.Between(t.Context(), from, to)
		if err != nil || m.Source.Name != source || m.Source.Inverted != inverted {
			t.Fatalf("%+v, %v", m, err)
		}
		if place, _ := m.Lift(1, position, 1); place.Position != want {
			t.Errorf("from %s to %s by %s: %d goes to %d, want %d", from, to, source, position, place.Position, want)
		}
	}
	reach := func(to genome.Build, want ...genome.Build) {
		t.Helper()
		if got, err := r.Reach(t.Context(), to); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s is reached from %v (%v), want %v", to, got, err, want)
		}
	}
	const inside = "GRCh37_to_GRCh38.chain.gz"
	way(genome.GRCh37, genome.GRCh38, 10_001, 10_001, inside, false)
	way(genome.GRCh38, genome.GRCh37, 10_001, 10_001, inside, true)
	reach(genome.GRCh37, genome.GRCh38)
	reach(genome.GRCh38, genome.GRCh37)
	var none *liftover.ChainError
	if _, err := r.Between(t.Context(), genome.NCBI36, genome.GRCh38); !errors.As(err, &none) {
		t.Errorf("a way that nobody knows: %v", err)
	}
	add := func(name, text string) {
		t.Helper()
		if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, name), text), reference.Note{Type: reference.Chain, Licence: "free"}); err != nil {
			t.Fatal(err)
		}
	}
	add("up", hg19To38)
	way(genome.GRCh37, genome.GRCh38, 1, 7001, "up", false)
	if m, err := r.Way(t.Context(), genome.GRCh37, genome.GRCh38); err != nil || m.Source.Name != "up" {
		t.Errorf("kept: %+v, %v", m, err)
	} else if again, _ := r.Way(t.Context(), genome.GRCh37, genome.GRCh38); again != m {
		t.Error("the way was read twice")
	}
	way(genome.GRCh38, genome.GRCh37, 7001, 1, "up", true)
	if m, err := r.Way(t.Context(), genome.GRCh38, genome.GRCh37); err != nil || m.Source.Name != "up" {
		t.Errorf("kept: %+v, %v", m, err)
	}
	add("down", hg38To19)
	way(genome.GRCh38, genome.GRCh37, 1, 9001, "down", false)
	if m, err := r.Way(t.Context(), genome.GRCh38, genome.GRCh37); err != nil || m.Source.Name != "down" {
		t.Errorf("a file that was installed since does not count: %+v, %v", m, err)
	}
	add("old", hg18To38)
	way(genome.NCBI36, genome.GRCh38, 1, 1001, "old", false)
	way(genome.GRCh38, genome.NCBI36, 1001, 1, "old", true)
	reach(genome.GRCh37, genome.GRCh38)
	reach(genome.GRCh38, genome.GRCh37, genome.NCBI36)
	write(t, filepath.Join(dir, "chains", "up"), hg38To19)
	for name, text := range map[string]string{"exchanged": hg38To19, "damaged": hg19To38[:50]} {
		write(t, filepath.Join(dir, "chains", "up"), text)
		_, err := r.Between(t.Context(), genome.GRCh37, genome.GRCh38)
		var changed *reference.ChangedError
		if !errors.As(err, &changed) || errors.As(err, &none) || !strings.Contains(err.Error(), "the file of up") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An installed file is found by its maker or its name, and is compared with Ensembl's; so is
// Ensembl's with it.
func TestNamedChains(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	from, to := genome.GRCh37, genome.GRCh38
	const ucscs = "chain 1 chr17 81195210 + 34323900 34323944 chr17 83257441 + 35996864 35996908 1\n44\n\n" // where Ensembl's does not lead
	var none *reference.NotInstalledError
	if _, err := r.Named(t.Context(), "ucsc", from, to); !errors.As(err, &none) || none.Maker != "UCSC" || none.Instead != "" {
		t.Errorf("%v", err)
	}
	if w, err := r.Named(t.Context(), "Ensembl", from, to); err != nil || w.Source.Maker != "Ensembl" || w.Other != nil {
		t.Errorf("%+v, %v", w, err)
	}
	if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, "mine"), ucscs), reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ucsc", "UCSC", "mine"} {
		w, err := r.Named(t.Context(), name, from, to)
		if err != nil || w.Source.Label() != "mine (UCSC)" || w.Other == nil || w.Other.Source.Maker != "Ensembl" {
			t.Errorf("%s: %+v, %v", name, w, err)
		}
	}
	if w, err := r.Named(t.Context(), "ensembl", from, to); err != nil || w.Source.Maker != "Ensembl" || w.Other == nil || w.Other.Source.Name != "mine" {
		t.Errorf("%+v, %v", w, err)
	}
	if _, err := r.Named(t.Context(), "theirs", from, to); !errors.As(err, &none) || none.Instead != "mine" {
		t.Errorf("%v", err)
	}
	if w, err := r.Named(t.Context(), "ucsc", to, from); err != nil || !w.Source.Inverted {
		t.Errorf("%+v, %v", w, err)
	}
	if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, "unnamed"), hg38To19), reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Named(t.Context(), "ucsc", to, from); !errors.As(err, &none) || none.Instead != "unnamed" {
		t.Errorf("a file that only spells chromosomes as UCSC does: %v", err)
	}
}
