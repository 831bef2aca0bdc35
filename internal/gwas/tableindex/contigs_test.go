package tableindex

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A million contigs of one row each are found, each by its own name, and an unknown one is reported
// without a list of them all.
func TestMillionContigs(t *testing.T) {
	if testing.Short() { // it takes seconds, too long for the short tests
		t.Skip("a million rows")
	}
	const contigs = 1_000_000
	var text strings.Builder
	text.WriteString("chr\tpos\n")
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(contigs) {
		fmt.Fprintf(&text, "scaffold_%d\t%d\n", i, 1+i%7)
	}
	x, sum, _ := built(t, sourceOf("t.tsv", []byte(text.String())), Spec{Schema: schemaOf(t, "chr:pos")})
	if sum.Rows != contigs || sum.InPlace {
		t.Fatalf("%+v", sum)
	}
	for _, i := range []int{0, 9, 10, 99_999, 123_456, contigs - 1} {
		name := fmt.Sprintf("scaffold_%d", i)
		wantLines(t, x, []string{fmt.Sprintf("%s\t%d", name, 1+i%7)}, name+":1-8")
		wantLines(t, x, []string{}, fmt.Sprintf("%s:%d", name, 2+i%7))
	}
	var unknown *UnknownContigError
	q := Query{Locus: &Interval{Contig: fmt.Sprintf("scaffold_%d", contigs), Start: 1, End: 8}, Limit: NoLimit}
	for _, err := range x.Rows(context.Background(), q, 0) {
		if !errors.As(err, &unknown) || len(err.Error()) > 1000 {
			t.Errorf("an unknown contig: %.200v", err)
		}
	}
	if unknown == nil {
		t.Error("an unknown contig has no rows, without an error")
	}
}
