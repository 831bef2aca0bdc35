package gene

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
)

const annotation38 = "#!genome-build GRCh38.p14\n" +
	"1\te\tgene\t100\t900\t.\t-\t.\tgene_id \"ENSG1\"; gene_version \"5\"; gene_name \"ONE\"; gene_biotype \"protein_coding\";\n" +
	"1\te\texon\t700\t900\t.\t-\t.\tgene_id \"ENSG1\"; tag \"basic\"; tag \"Ensembl_canonical\";\n" +
	"1\te\texon\t100\t200\t.\t-\t.\tgene_id \"ENSG1\"; tag \"Ensembl_canonical\";\n" +
	"KI270728.1\te\tgene\t100\t900\t.\t-\t.\tgene_id \"ENSG2\"; gene_biotype \"protein_coding\";\n" +
	"2\te\tgene\t5\t9\t.\t+\t.\tID=gene:ENSG3;Name=THREE;biotype=protein_coding\n"

func TestAnnotation(t *testing.T) {
	l, err := ReadAnnotation(strings.NewReader(annotation38))
	if err != nil || l.Build != genome.GRCh38 || l.Len() != 2 {
		t.Fatalf("%+v, %v", l, err)
	}
	var kept bytes.Buffer
	if err := l.Write(&kept, genome.GRCh38); err != nil {
		t.Fatal(err)
	}
	const want = "# genome_build: GRCh38\n# source: \n# licence: \nONE\tENSG1\t1\t100\t900\t-\t\t0+101,600+201\nTHREE\tENSG3\t2\t5\t9\t+\t\t\n"
	if kept.String() != want {
		t.Errorf("%s", kept.String())
	}
	for text, line := range map[string]int{
		"1\te\tgene\t1\n": 1, "1\te\tgene\tx\t9\t.\t+\t.\t\n": 1,
		"1\te\tgene\t5\t9\t.\t?\t.\tgene_id \"E\"; gene_type \"protein_coding\"\n": 1,
		"#\n1\te\tgene\t5\t9\t.\t+\t.\tgene_id \"E\"; gene_type \"lncRNA\"\n":      0,
	} {
		fault := new(ListError)
		if _, err := ReadAnnotation(strings.NewReader(text)); !errors.As(err, &fault) || fault.Line != line {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReadAnnotation(f *testing.F) {
	f.Add([]byte(annotation38))
	f.Fuzz(func(t *testing.T, text []byte) {
		defer memtest.Bound(t, 1<<20+16*len(text))()
		l, err := ReadAnnotation(bytes.NewReader(text))
		if err != nil {
			return
		}
		for i := range l.all {
			for _, e := range l.all[i].Exons {
				if e.Start < l.all[i].Body.Start || e.End > l.all[i].Body.End || e.End < e.Start {
					t.Fatalf("%+v", l.all[i])
				}
			}
		}
	})
}
