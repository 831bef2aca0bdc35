package tableindex

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// long returns a table of several chunks, whose line n is made by line.
func long(rows int, line func(n int) string) []byte {
	var text strings.Builder
	text.WriteString("chr\tpos\tfiller\n")
	for n := 2; n < rows+2; n++ {
		text.WriteString(line(n) + "\t" + strings.Repeat("x", 40) + "\n")
	}
	return []byte(text.String())
}

// Keys are made from several chunks at once, and reports about a table are still in the order of
// its lines.
func TestChunksAreTakenInOrder(t *testing.T) {
	const rows = 120_000 // of about 50 bytes, in chunks of a megabyte
	spec := Spec{Schema: schemaOf(t, "chr:pos")}
	for _, sorted := range []bool{true, false} {
		at := func(n int) int {
			if sorted {
				return n
			}
			return rows + 2 - n
		}
		text := long(rows, func(n int) string {
			if n == 30_000 || n == 90_000 {
				return fmt.Sprintf("%d\tNA", 1+n/100_000)
			}
			return fmt.Sprintf("%d\t%d", 1, at(n))
		})
		x, sum, _ := built(t, sourceOf("t.tsv", text), spec)
		if sum.Rows != rows-2 || sum.Skipped != 2 || sum.SkippedAt != 30_000 {
			t.Errorf("sorted %v: %+v", sorted, sum)
		}
		filler := strings.Repeat("x", 40)
		wantLines(t, x, []string{fmt.Sprintf("1\t%d\t%s", 60_000, filler), fmt.Sprintf("1\t%d\t%s", 60_001, filler)}, "1:60000-60001")

		bad := long(rows, func(n int) string {
			if n == 40_000 || n == 41_000 || n == 100_000 {
				return fmt.Sprintf("1\tbad%d", n)
			}
			return fmt.Sprintf("1\t%d", at(n))
		})
		f := &files{}
		_, err := Build(context.Background(), sourceOf("t.tsv", bad), spec, f.output(), Options{TempDir: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), `line 40000, column pos, value "bad40000"`) {
			t.Errorf("sorted %v: the first of three bad lines: %v", sorted, err)
		}
	}
}
