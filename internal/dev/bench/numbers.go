package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"

	"github.com/klauspost/compress/gzip"
)

const (
	placesMade   = 100 * million
	numbersAsked = 10 * million
	placeTime    = 60 * time.Second
	placeMemory  = 1 << 30 // bytes
)

// All properties of a made number follow from i, so that the truth needs no table: the formulas
// below define it. Numbers are 10 i + 1 to 10 i + 7 above every number of dbSNP, whose places are
// known, in no order of the genome.

const firstNumber = 10_000_000_000

// mix returns the finaliser of SplitMix64: a permutation whose values look drawn.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func madeNumber(i uint64) uint64 { return firstNumber + 10*i + 1 + mix(i)%7 }

// madePlace returns the place of a number and its alleles.
func madePlace(i uint64) (c genome.Chromosome, position int32, ref, alt string) {
	h := mix(i + 1<<40)
	c = genome.Chromosome(1 + h%22)
	position = int32(1 + h>>8%uint64(c.Length(genome.GRCh37)-1))
	ref = "ACGT"[h>>40&3 : h>>40&3+1]
	if alt = "ACGT"[(h>>40+1+h>>42%3)&3:][:1]; h>>50%10 == 0 {
		alt = ref + "TG"
	}
	return c, position, ref, alt
}

// Of each hundred numbers one is replaced, in two steps, and one has a second place.
func madeReplaced(i uint64) bool { return i%100 == 17 }
func madeTwice(i uint64) bool    { return i%100 == 53 }

func oldNumber(i, step uint64) uint64 { return firstNumber + 10*i + 8 + step } // 8 by 9 by the number in use

// numbers measures placing rows by a table of rs numbers, and counts misplaced ones.
func (b *bench) numbers() error {
	table, built, err := b.numberTable()
	if err != nil {
		return err
	}
	study, err := b.numberStudy()
	if err != nil {
		return err
	}
	placed := filepath.Join(b.dir, "placed.tsv.gz")
	u, err := timed(b.binary, "sumstats", "convert", study, "--to", "gwas-ssf", "-o", placed, "--rs-table", table)
	if err != nil {
		return err
	}
	right, wrong, err := countPlaced(placed)
	if err != nil {
		return err
	}
	info, err := os.Stat(table)
	if err != nil {
		return err
	}
	b.add(row{
		what: fmt.Sprintf(
			"rs numbers: 10 M rows gz placed by a table of 100 M (%s; built in %s, processor %s, %s), sorted and written gz, processor %s; %d placed right, %d wrong",
			mebibytes(info.Size()),
			seconds(built.wall),
			seconds(built.cpu),
			mebibytes(built.maxRSS),
			seconds(u.cpu),
			right,
			wrong,
		),
		ours:  seconds(u.wall),
		peer:  "–",
		ratio: fmt.Sprintf("%.2f", u.wall.Seconds()/placeTime.Seconds()),
		goal:  "≤ " + seconds(placeTime) + ", 0 wrong",
		met:   u.wall <= placeTime && wrong == 0 && right == placeable(),
	})
	b.addMemory("the same, peak memory", u.maxRSS, placeMemory)
	return nil
}

// numberTable installs the made table, by the command for operators.
func (b *bench) numberTable() (path string, built usage, err error) {
	data := filepath.Join(b.dir, "numbers")
	path = filepath.Join(data, "reference", "rs_numbers", "made.rst")
	if err := os.RemoveAll(data); err != nil {
		return path, built, err
	}
	source, merged := filepath.Join(b.dir, "made.vcf.gz"), filepath.Join(b.dir, "merged.txt.gz")
	if err := written(source, "#CHROM\tPOS\tID\tREF\tALT\n", placesMade, appendPlace); err != nil {
		return path, built, err
	}
	if err := written(merged, "", placesMade, appendReplaced); err != nil {
		return path, built, err
	}
	built, err = timed(b.binary, "reference", "add", source, "--type", "rs_numbers", "--build", "GRCh37", "--merged", merged, "--data", data)
	return path, built, err
}

func appendPlace(line []byte, i uint64) []byte {
	c, position, ref, alt := madePlace(i)
	line = appendSite(line, c, position, madeNumber(i), ref, alt)
	if madeTwice(i) {
		c, position, _, _ = madePlace(i + 1<<32)
		line = appendSite(line, c, position, madeNumber(i), ref, alt)
	}
	return line
}

func appendSite(line []byte, c genome.Chromosome, position int32, number uint64, ref, alt string) []byte {
	line = append(append(line, c.String()...), '\t')
	line = append(strconv.AppendInt(line, int64(position), 10), "\trs"...)
	line = append(strconv.AppendUint(line, number, 10), '\t')
	return append(append(append(append(line, ref...), '\t'), alt...), '\n')
}

func appendReplaced(line []byte, i uint64) []byte {
	if !madeReplaced(i) {
		return line
	}
	for _, pair := range [][2]uint64{{oldNumber(i, 0), oldNumber(i, 1)}, {oldNumber(i, 1), madeNumber(i)}} {
		line = append(strconv.AppendUint(line, pair[0], 10), '\t')
		line = append(strconv.AppendUint(line, pair[1], 10), '\n')
	}
	return line
}

// numberStudy returns a file of a tenth of the numbers, unsorted, with the older number where it
// was replaced; the effect is the index of the number, negative for odd ones, so that a row
// identifies it.
func (b *bench) numberStudy() (string, error) {
	path := filepath.Join(b.dir, "numbers.tsv.gz")
	const header = "rsid\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\n"
	return path, written(path, header, numbersAsked, func(line []byte, k uint64) []byte {
		i := askedIndex(k)
		_, _, ref, alt := madePlace(i)
		number := madeNumber(i)
		if madeReplaced(i) {
			number = oldNumber(i, 0)
		}
		line = append(strconv.AppendUint(append(line, "rs"...), number, 10), '\t')
		line = append(append(append(append(line, alt...), '\t'), ref...), '\t')
		beta := float64(i) / 1e9
		if i%2 == 1 {
			beta = -beta
		}
		line = strconv.AppendFloat(line, beta, 'f', 9, 64)
		return append(line, "\t0.1\t0.3\t0.5\t1000\n"...)
	})
}

// askedIndex returns the index of the number of row k: one of each ten, in an order that jumps over
// the whole table.
func askedIndex(k uint64) uint64 {
	const each = placesMade / numbersAsked
	ten := k * 7_368_787 % numbersAsked
	return ten*each + mix(ten)%each
}

// placeable returns how many of the asked numbers have one place.
func placeable() (n int64) {
	for k := range uint64(numbersAsked) {
		if !madeTwice(askedIndex(k)) {
			n++
		}
	}
	return n
}

// written creates a gzip file of lines.
func written(path, header string, n uint64, line func([]byte, uint64) []byte) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(z, 1<<20)
	_, _ = w.WriteString(header) // Flush returns the first error
	var text []byte
	for i := range n {
		text = line(text[:0], i)
		_, _ = w.Write(text)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// countPlaced compares each written row with the formulas.
func countPlaced(path string) (right, wrong int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	text, err := inflate.NewReader(f)
	if err != nil {
		return 0, 0, err
	}
	lines := bufio.NewReaderSize(text, 1<<20)
	var names [][]byte
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			return right, wrong, nil
		}
		if err != nil {
			return right, wrong, err
		}
		cells := bytes.Split(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\t'})
		if names == nil {
			names = bytes.Split(bytes.Clone(bytes.TrimSuffix(line, []byte{'\n'})), []byte{'\t'})
			continue
		}
		ok, err := placedRight(names, cells)
		if err != nil {
			return right, wrong, err
		}
		if ok {
			right++
		} else {
			wrong++
		}
	}
}

// placedRight reports whether a row has the place and the number of its index.
func placedRight(names, cells [][]byte) (bool, error) {
	cell := func(name string) string {
		for at := range names {
			if string(names[at]) == name {
				return string(cells[at])
			}
		}
		return ""
	}
	beta, err := strconv.ParseFloat(cell("beta"), 64)
	if err != nil {
		return false, err
	}
	i := uint64(math.Abs(beta)*1e9 + 0.5)
	c, position, ref, alt := madePlace(i)
	return !madeTwice(i) && cell("chromosome") == c.String() && cell("base_pair_location") == strconv.Itoa(int(position)) &&
		cell("rsid") == "rs"+strconv.FormatUint(madeNumber(i), 10) && cell("effect_allele") == alt && cell("other_allele") == ref, nil
}
