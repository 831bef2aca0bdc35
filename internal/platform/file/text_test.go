package file_test

import (
	"testing"

	"cohortium/internal/platform/file"
)

// The cases are those of web/src/lib/format/format.test.ts: pages and messages write a number in
// one way.
func TestSizeText(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0 bytes", 999: "999 bytes", 999_499: "999 kB", 999_600: "1 MB", 812_000_000: "812 MB",
		2_147_483_648: "2.1 GB", 20_000_000_000: "20 GB", 99_400: "99.4 kB", 99_500: "100 kB", 1 << 40: "1.1 TB",
	} {
		if got := file.SizeText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
