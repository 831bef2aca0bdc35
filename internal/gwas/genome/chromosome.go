package genome

import (
	"bytes"
	"strconv"
)

var names = [MaxChromosome + 1]string{
	"", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14",
	"15", "16", "17", "18", "19", "20", "21", "22", "X", "Y", "MT",
}

// ParseChromosome reads every spelling that files use: 1, 01, chr1, chrom1, CHR1; X, 23, chrX, and
// XY, PAR, X_par1, X_nonpar for the pseudo-autosomal and other parts of X; Y, 24; M, MT, chrM, 25,
// 26; RefSeq accessions NC_000001.10 … NC_000024, NC_012920 (MT). Alternative contigs, 0 and
// anything else return false.
//
// A bare 25 is MT here, as in GWAS-SSF. A caller that knows that a file uses PLINK codes, where 25
// is the pseudo-autosomal part of X, corrects that.
func ParseChromosome(text []byte) (Chromosome, bool) {
	switch len(text) {
	case 1:
		if d := text[0] - '0'; d >= 1 && d <= 9 {
			return Chromosome(d), true
		}
	case 2:
		a, b := text[0]-'0', text[1]-'0'
		if a <= 9 && b <= 9 {
			return fromNumber(int(a)*10 + int(b))
		}
	}
	return parseSpelled(text)
}

// longestSpelling bounds the text worth looking at: "chromosome" + "X_nonpar".
const longestSpelling = 20

func parseSpelled(text []byte) (Chromosome, bool) {
	if len(text) == 0 || len(text) > longestSpelling {
		return Unknown, false
	}
	var buf [longestSpelling]byte
	s := buf[:len(text)]
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		s[i] = c
	}
	if len(s) > 3 && string(s[:3]) == "nc_" {
		return fromRefSeq(s[3:])
	}
	for _, prefix := range [...]string{"chromosome", "chrom", "chr"} {
		if len(s) > len(prefix) && string(s[:len(prefix)]) == prefix {
			s = s[len(prefix):]
			break
		}
	}
	switch string(s) {
	case "x", "xy", "yx", "par", "par1", "par2", "x_par1", "x_par2", "x_par", "x_nonpar":
		return X, true
	case "y":
		return Y, true
	case "m", "mt":
		return MT, true
	}
	n := 0
	for i, c := range bytes.TrimSuffix(s, []byte(".0")) { // pandas, of a column with missing values
		if c < '0' || c > '9' || i > 2 {
			return Unknown, false
		}
		n = n*10 + int(c-'0')
	}
	return fromNumber(n)
}

// fromNumber maps GWAS-SSF codes and PLINK's 26 for the mitochondrion.
func fromNumber(n int) (Chromosome, bool) {
	switch {
	case n >= 1 && n <= int(MaxChromosome):
		return Chromosome(n), true
	case n == 26:
		return MT, true
	}
	return Unknown, false
}

// fromRefSeq reads what follows "nc_": six digits and an optional version.
func fromRefSeq(s []byte) (Chromosome, bool) {
	if len(s) < 6 {
		return Unknown, false
	}
	version := s[6:]
	if len(version) > 0 {
		if version[0] != '.' {
			return Unknown, false
		}
		if _, err := strconv.ParseUint(string(version[1:]), 10, 16); err != nil {
			return Unknown, false
		}
	}
	n, err := strconv.ParseUint(string(s[:6]), 10, 32)
	if err != nil {
		return Unknown, false
	}
	if n == 12920 || n == 1807 { // rCRS, and the older sequence of UCSC hg19
		return MT, true
	}
	if n >= 1 && n <= uint64(Y) {
		return Chromosome(n), true
	}
	return Unknown, false
}

// String returns the stored name: "1" to "22", "X", "Y", "MT"; "" for Unknown.
func (c Chromosome) String() string {
	if c > MaxChromosome {
		return ""
	}
	return names[c]
}

// Valid reports whether c is one of the 25 chromosomes.
func (c Chromosome) Valid() bool { return c >= 1 && c <= MaxChromosome }

// AppendCode appends the GWAS-SSF number of c: X is 23, Y 24, MT 25.
func (c Chromosome) AppendCode(dst []byte) []byte {
	if c >= 10 {
		return append(dst, '0'+byte(c)/10, '0'+byte(c)%10)
	}
	return append(dst, '0'+byte(c))
}
