package catalog

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// head is the header of the catalogue's download.
const head = "DATE ADDED TO CATALOG\tPUBMEDID\tFIRST AUTHOR\tDATE\tJOURNAL\tLINK\tSTUDY\tDISEASE/TRAIT\tINITIAL SAMPLE SIZE\tREPLICATION SAMPLE SIZE\tREGION\tCHR_ID\tCHR_POS\tREPORTED GENE(S)\tMAPPED_GENE\tUPSTREAM_GENE_ID\tDOWNSTREAM_GENE_ID\tSNP_GENE_IDS\tUPSTREAM_GENE_DISTANCE\tDOWNSTREAM_GENE_DISTANCE\tSTRONGEST SNP-RISK ALLELE\tSNPS\tMERGED\tSNP_ID_CURRENT\tCONTEXT\tINTERGENIC\tRISK ALLELE FREQUENCY\tP-VALUE\tPVALUE_MLOG\tP-VALUE (TEXT)\tOR or BETA\t95% CI (TEXT)\tPLATFORM [SNPS PASSING QC]\tCNV\tMAPPED_TRAIT\tMAPPED_TRAIT_URI\tSTUDY ACCESSION\tGENOTYPING TECHNOLOGY\n"

// line writes an association; its title holds a quote, as some of the catalogue's do.
func line(pubmed, trait, chromosome, position, snps, p, logP, mapped, study string) string {
	cells := strings.Split(strings.TrimSuffix(head, "\n"), "\t")
	values := map[string]string{"PUBMEDID": pubmed, "DISEASE/TRAIT": trait, "CHR_ID": chromosome, "CHR_POS": position, "SNPS": snps,
		"P-VALUE": p, "PVALUE_MLOG": logP, "MAPPED_TRAIT": mapped, "MAPPED_TRAIT_URI": uris[mapped], "STUDY ACCESSION": study, "STUDY": `A "study of it`}
	for i, name := range cells {
		cells[i] = values[name]
	}
	return strings.Join(cells, "\t") + "\n"
}

var uris = map[string]string{"atrial fibrillation, cardiac rhythm": "http://www.ebi.ac.uk/efo/EFO_0000275, http://www.ebi.ac.uk/efo/EFO_0004327"}

var text = head +
	line("17603472", "Atrial fibrillation", "4", "110789013", "rs2200733", "3E-41", "40.52", "atrial fibrillation", "GCST000043") +
	line("30061737", "Atrial fibrillation", "4", "110744064", "rs67249485", "1E-400", "400.0", "atrial fibrillation, cardiac rhythm", "GCST006414") +
	line("1", "Stroke", "4", "110744064", "rs67249485", "2E-10", "", "stroke", "") +
	line("2", "Height", "4", "110790000", "rs5", "6E-8", "7.22", "body height", "GCST1") +
	line("3", "Height", "", "", "rs6", "6E-18", "17.22", "body height", "GCST1") +
	line("4", "Height", "1 x 2", "5 x 6", "rs1 x rs2", "6E-18", "17.22", "body height", "GCST1") +
	line("5", "Haplotype", "6;6", "100; 900", "rs7; rs8", "5E-8", "", "", "")

func TestRead(t *testing.T) {
	l, facts, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Facts{Associations: 5, Weak: 1, Unplaced: 2}, *facts); diff != "" || l.Len() != 5 || l.Build != genome.GRCh38 {
		t.Error(diff)
	}
	got := l.Within(genome.Region{Chromosome: 4, Start: 1, End: math.MaxInt32})
	want := []Association{
		{
			4,
			110744064,
			"rs67249485",
			"Atrial fibrillation",
			"atrial fibrillation, cardiac rhythm",
			uris["atrial fibrillation, cardiac rhythm"],
			400,
			"30061737",
			"GCST006414",
		},
		{4, 110744064, "rs67249485", "Stroke", "stroke", "", 10 - math.Log10(2), "1", ""},
		{4, 110789013, "rs2200733", "Atrial fibrillation", "atrial fibrillation", "", 40.52, "17603472", "GCST000043"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[genome.Chromosome]int32{4: 110789013, 6: 900}, l.Ends()); diff != "" {
		t.Error(diff)
	}
}

func TestNear(t *testing.T) {
	l, _, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		c         genome.Chromosome
		position  int32
		trait     string
		any, same string // publications
	}{
		{4, 110744064, "", "30061737", ""}, // the strongest of two at one place
		{4, 110744064, "STROKE", "30061737", "1"},
		{4, 110788000, "stroke ", "17603472", "1"},
		{4, 110788000, "cardiac rhythm", "17603472", "30061737"},
		{4, 110788000, "fibrillation", "17603472", ""},
		{4, 110788000, "efo:0004327", "17603472", "30061737"},
		{4, 110788000, "EFO:000432", "17603472", ""},
		{4, 111289013, "", "17603472", ""}, // 500 kb away
		{4, 111289014, "", "", ""},
		{4, 110244064, "stroke", "30061737", "1"},
		{4, 110244063, "stroke", "", ""},
		{6, 499, "", "5", ""},
		{5, 110744064, "", "", ""},
		{0, 5, "", "", ""},
	} {
		near := l.Near(tt.c, tt.position, tt.trait)
		if publication(near.Any) != tt.any || publication(near.Same) != tt.same {
			t.Errorf("%v:%d %q: %+v %+v", tt.c, tt.position, tt.trait, near.Any, near.Same)
		}
	}
}

func publication(a *Association) string {
	if a == nil {
		return ""
	}
	return a.PubMed
}

func TestLifted(t *testing.T) {
	l, _, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	lifted, lost := l.Lifted(genome.GRCh37, func(c genome.Chromosome, p int32) (genome.Chromosome, int32, bool) {
		return c, 1000 - p, c == 6 // reversed, and nowhere for chromosome 4
	})
	if lost != 3 || lifted.Build != genome.GRCh37 || lifted.Len() != 2 {
		t.Errorf("%d lost, %d left", lost, lifted.Len())
	}
	if got := lifted.Within(genome.Region{Chromosome: 6, Start: 1, End: 2000}); len(got) != 2 || got[0].Variant != "rs8" || got[0].Position != 100 {
		t.Errorf("%+v", got)
	}
	if got := l.Within(genome.Region{Chromosome: 6, Start: 1, End: 2000}); got[0].Variant != "rs7" {
		t.Error("the list itself was changed")
	}
}

func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		line int64
		what string
	}{
		"another table": {"a\tb\n1\t2\n2\t3\n", 1, "not a file of associations"},
		"no P":          {head + line("1", "T", "1", "5", "rs1", "low", "", "", ""), 2, `"low" is not a P value`},
		"commas":        {strings.ReplaceAll(text, "\t", ";"), 1, ""},
		"only weak":     {head + line("1", "T", "1", "5", "rs1", "5.1E-8", "", "", ""), 0, "below 5e-8"},
		"ragged":        {text + "1\t2\n", 9, "2 columns"},
	} {
		_, _, err := Read(strings.NewReader(tt.text))
		fault := new(textfile.FileError)
		if !errors.As(err, &fault) || fault.Line != tt.line || !strings.Contains(fault.What, tt.what) || fault.Remedy == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(text), int32(110744064))
	f.Fuzz(func(t *testing.T, file []byte, position int32) {
		defer memtest.Bound(t, 8<<20+64*len(file))()
		l, facts, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		if int64(l.Len()) != facts.Associations || facts.Associations == 0 {
			t.Fatalf("%+v of %d", facts, l.Len())
		}
		for c := range l.Ends() {
			if near := l.Near(c, max(position, 1), "Stroke").Any; near != nil && near.Distance(max(position, 1)) > Window {
				t.Fatalf("%+v is not near %d", near, position)
			}
		}
	})
}
