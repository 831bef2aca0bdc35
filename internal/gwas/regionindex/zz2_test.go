package regionindex

import (
	"fmt"
	"os"
	"syscall"
	"testing"
)

func TestYY(t *testing.T) {
	for _, size := range []int{8192, 16384, 65280} {
		data, err := os.ReadFile(fmt.Sprintf("/tmp/zz%d.tsv.gz", size))
		if err != nil { t.Fatal(err) }
		best := int64(1 << 60)
		for range 7 {
			p := data
			var f inflater
			var dst []byte
			a := cpu(syscall.RUSAGE_SELF)
			total := 0
			for len(p) > 0 && total < 30<<20 {
				l, err := parseBlockHead(p)
				if err != nil { t.Fatal(err) }
				dst, err = f.expand(dst[:0], p, l)
				if err != nil { t.Fatal(err) }
				total += len(dst)
				p = p[l.size:]
			}
			if c := (cpu(syscall.RUSAGE_SELF) - a) * 1000 / int64(total>>10); c < best { best = c }
		}
		fmt.Printf("size %d: %d ns/KiB = %.0f MB/s\n", size, best, 1024e3/float64(best))
	}
}
