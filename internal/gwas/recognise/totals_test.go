package recognise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
)

func TestTotalsNameTheirSource(t *testing.T) {
	const rest = "chr pos effect_allele other_allele beta se p "
	row := func(sizes string) string { return "1 2000 A G 0.1 0.1 0.3173 " + sizes }
	for _, tt := range []struct {
		name, columns string
		rows          []string
		want          FileTotals
	}{
		{"the same in every row", "N", []string{"50", "50"}, FileTotals{N: &Total{50, FromRows, false, "The same N in all of the file's 2 rows."}}},
		{"one row", "N", []string{"50"}, FileTotals{N: &Total{50, FromRows, false, "The N of the file's 1 row."}}},
		{"varying", "N", []string{"50", "60", "40"}, FileTotals{N: &Total{60, FromRows, true, "The largest N of the file's 3 rows."}}},
		{"missing in a row", "N", []string{"50", "NA"}, FileTotals{N: &Total{50, FromRows, false, "The N of 1 row that has one, of the file's 2 rows."}}},
		{"no number of people", "N", []string{"50.5", "40"}, FileTotals{}},
		{"more than there are", "N", []string{"10000000001", "40"}, FileTotals{}},
		{"an effective size is none", "Neff", []string{"50"}, FileTotals{}},
		{"cases and controls, added row by row", "N_cases N_controls", []string{"10 90", "30 20"}, FileTotals{
			N:         &Total{100, FromRows, true, "The largest N_cases + N_controls of the file's 2 rows."},
			NCases:    &Total{30, FromRows, true, "The largest N_cases of the file's 2 rows."},
			NControls: &Total{90, FromRows, true, "The largest N_controls of the file's 2 rows."},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := inspectTable(t, rest+tt.columns, len(tt.rows), func(i int) string { return row(tt.rows[i]) })
			if diff := cmp.Diff(tt.want, in.Totals); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// vcf returns a GWAS-VCF of one row with lines in its header.
func vcf(t *testing.T, lines ...string) *Inspection {
	t.Helper()
	head := append([]string{"##fileformat=VCFv4.2"}, lines...)
	head = append(head, "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tstudy", "1\t10583\trs58108140\tG\tA\t.\tPASS\t.\tES:SE:LP\t0.1:0.1:0.4986")
	return inspectBytes(t, "study.vcf", []byte(strings.Join(head, "\n")+"\n"))
}

func TestTotalsOfAVCF(t *testing.T) {
	in := vcf(t, "##SAMPLE=<ID=study,TotalControls=59804.0,TotalCases=20806.0,StudyType=CaseControl>")
	want := FileTotals{
		N:         &Total{80610, Stated, false, "Cases and controls together: TotalCases in the header's ##SAMPLE line."},
		NCases:    &Total{20806, Stated, false, "From TotalCases in the header's ##SAMPLE line."},
		NControls: &Total{59804, Stated, false, "From TotalControls in the header's ##SAMPLE line."},
	}
	if diff := cmp.Diff(want, in.Totals); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if none := vcf(t, "##SAMPLE=<ID=study,TotalControls=NA,TotalCases=0>"); none.Totals != (FileTotals{}) {
		t.Errorf("%+v", none.Totals)
	}
}

// The lengths of chromosomes in the header of a VCF determine the build.
func TestBuildOfAVCF(t *testing.T) {
	for length, want := range map[int]genome.Build{249250621: genome.GRCh37, 248956422: genome.GRCh38, 5: ""} {
		in := vcf(t, fmt.Sprintf("##contig=<ID=1,assembly=any,length=%d>", length))
		if in.Build.Guess != want {
			t.Errorf("a chromosome 1 of %d bases: %q", length, in.Build.Guess)
		}
	}
}
