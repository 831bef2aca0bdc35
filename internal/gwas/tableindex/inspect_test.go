package tableindex

import (
	"context"
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/textfile"
)

func TestInspect(t *testing.T) {
	text := "gene,chr,pos,p,code,empty\nA,1,5,0.5,007,\nB,1,7,1e-9,008,\n"
	h, err := Inspect(context.Background(), sourceOf("t.csv", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	want := []Column{{"gene", Text}, {"chr", Integer}, {"pos", Integer}, {"p", Decimal}, {"code", Text}, {"empty", Text}}
	if diff := gocmp.Diff(want, h.Columns); diff != "" {
		t.Error(diff)
	}
	if h.Format != CSV || h.Compression != "none" || !h.Header || h.Sampled != 2 || !h.Sorted || h.Rows[0][5] != nil || *h.Rows[1][3] != "1e-9" {
		t.Errorf("%+v", h)
	}
	if diff := gocmp.Diff([]string{"chr:pos", "gene"}, h.Schemas); diff != "" {
		t.Error(diff)
	}
	for name, wantFormat := range map[string]Format{
		"a.bed": BED, "a.vcf": VCF, "a.jsonl": JSONLines, "a.tsv": TSV, "ssf.tsv": GWASSSF,
	} {
		text := map[string]string{
			"a.bed": "track name=x\nchr1\t5\t9\n", "a.vcf": "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\n1\t5\t.\n", "a.jsonl": "{\"a\":1}\n", "a.tsv": "a\tb\n1\t2\n",
			"ssf.tsv": "chromosome\tbase_pair_location\teffect_allele\tother_allele\n1\t5\tA\tC\n",
		}[name]
		h, err := Inspect(context.Background(), sourceOf(name, []byte(text)))
		if err != nil || h.Format != wantFormat {
			t.Errorf("%s is %s (%v)", name, h.Format, err)
		}
	}
	var fault *textfile.FileError
	if _, err := Inspect(context.Background(), sourceOf("t", []byte("a,a\n1,2\n"))); !errors.As(err, &fault) || fault.Line != 1 {
		t.Errorf("the same name twice: %v", err)
	}
}

// Keys of a table are recognised by the names of its columns, and rs numbers by their form.
func TestProposedSchemas(t *testing.T) {
	for _, c := range []struct {
		name, header, row string
		want              []string
	}{
		{"only rs numbers, called SNP", "SNP,A1,A2,b", "rs918232,A,G,0.1", []string{"SNP"}},
		{"a name that is not one", "SNP,A1,A2,b", "10:918232,A,G,0.1", []string{"SNP=$chr:$pos"}},
		{"genes of BioMart", "Gene stable ID,Chromosome,Gene start,Gene end,Gene name", "ENSG00000223116,13,23551994,23552136,AL157931.1",
			[]string{"Chromosome:Gene start-Gene end", "Gene name"}},
		{"genes of BioMart with units", "Chromosome/scaffold name,Gene start (bp),Gene end (bp),Gene name", "13,23551994,23552136,HMGA1P6",
			[]string{"Chromosome/scaffold name:Gene start (bp)-Gene end (bp)", "Gene name"}},
		{"a column of rs numbers beside the place", "chr,pos,marker", "1,5,rs12", []string{"chr:pos", "marker"}},
		{"a name with a hyphen", "SNP,A1,A2,b", "chr10-918232,A,G,0.1", []string{"SNP=$chr-$pos"}},
		{"a date", "day,b", "2020-01-02,0.1", nil},
		{"a harmonised file", "hm_rsid,hm_chrom,hm_pos,chromosome,base_pair_location", "rs12,1,5,1,7", []string{"hm_chrom:hm_pos", "hm_rsid"}},
		{"blanks of Unicode", "\u00a0chr,pos\u00a0,marker", "1\u00a0,\u202f5,rs12\u00a0", []string{"chr:pos", "marker"}},
		{"nothing", "a,b", "1,x", nil},
	} {
		h, err := Inspect(context.Background(), sourceOf("t.csv", []byte(c.header+"\n"+c.row+"\n")))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if diff := gocmp.Diff(c.want, h.Schemas); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
