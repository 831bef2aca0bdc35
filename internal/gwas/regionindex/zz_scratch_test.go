package regionindex

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
)

func cpu(who int) int64 {
	var u syscall.Rusage
	syscall.Getrusage(who, &u)
	return (u.Utime.Sec+u.Stime.Sec)*1e6 + u.Utime.Usec + u.Stime.Usec
}

func TestZZ(t *testing.T) {
	rows := genomeRows(1_000_000)
	regions := regionsOf(rows, 5000)
	for _, size := range benchmarkSizes {
		path := fmt.Sprintf("/tmp/zz%d.tsv.gz", size)
		if _, err := os.Stat(path); err != nil {
			data, index := write(t, rows, WriterOptions{BGZFOptions{BlockSize: size}})
			os.WriteFile(path, data, 0o600)
			os.WriteFile(path+".tbi", index, 0o600)
		}
		reps := 10
		if s := os.Getenv("REPS"); s != "" { reps, _ = strconv.Atoi(s) }
		a := cpu(syscall.RUSAGE_SELF)
		for range reps {
			data, _ := os.Open(path)
			info, _ := data.Stat()
			index, _ := os.ReadFile(path + ".tbi")
			r, err := OpenReader(data, info.Size(), bytes.NewReader(index))
			if err != nil { t.Fatal(err) }
			if os.Getenv("OPENONLY") == "" {
			for _, region := range regions {
				if err := r.Query(context.Background(), region, func(line []byte) error { return nil }); err != nil { t.Fatal(err) }
			}}
			data.Close()
		}
		ours := cpu(syscall.RUSAGE_SELF) - a
		args := []string{path}
		for _, r := range regions { args = append(args, fmt.Sprintf("%s:%d-%d", r.Chromosome, r.Start, r.End)) }
		if os.Getenv("OPENONLY") != "" { args = args[:2] }
		a = cpu(syscall.RUSAGE_CHILDREN)
		for range reps { if err := exec.Command("tabix", args...).Run(); err != nil { t.Fatal(err) } }
		theirs := cpu(syscall.RUSAGE_CHILDREN) - a
		d, _ := os.Stat(path)
		x, _ := os.Stat(path + ".tbi")
		fmt.Printf("block %d: ours %.1f µs cpu/query, tabix %.1f (total %d %d ms) file %d index %d\n", size, float64(ours)/float64(reps*len(regions)), float64(theirs)/float64(reps*len(regions)), ours/int64(reps)/1000, theirs/int64(reps)/1000, d.Size(), x.Size())
	}
}
