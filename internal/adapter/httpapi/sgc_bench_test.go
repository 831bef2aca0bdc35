package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkCheckOfTenThousandRows measures the time from the drop of a table to its findings,
// without the network: the goal is a second. There are only 106 codes, so nearly every row has a
// finding; unknown codes need a search for suggestions.
func BenchmarkCheckOfTenThousandRows(b *testing.B) {
	for _, c := range []struct{ name, kind, content string }{
		{"a tenth unknown", "cases_controls_male", tenThousandRows(casesHead, func(i int) string {
			if i%10 == 0 {
				return fmt.Sprintf("ACNE_VULGARIZ%d,%d,%d", i, i%400, 400-i%400)
			}
			return fmt.Sprintf("PSOR,%d,%d", i%400, 400-i%400)
		})},
		{"all unknown", "cases_controls_male", tenThousandRows(casesHead, func(i int) string {
			return fmt.Sprintf("ACNE_VULGARIZ%d,%d,%d", i, i%400, 400-i%400)
		})},
		{"pairs, both unknown", "cooccurrence_male", tenThousandRows(pairsHead, func(i int) string {
			return fmt.Sprintf("ACNE_VULGARIZ%d,PSORIAZIS%d,%d", i, i, i%400)
		})},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := newSite(b)
			mine := s.newCohort(b, "sgc-uploader", "large")
			b.SetBytes(int64(len(c.content)))
			for b.Loop() {
				s.pass()
				s.want(b, 200, fileOf("POST", "sgc-uploader", mine, c.kind, c.content), nil)
			}
		})
	}
}

func tenThousandRows(head string, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range 10_000 {
		fmt.Fprintln(&b, row(i))
	}
	return b.String()
}
