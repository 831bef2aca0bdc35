package segment

import (
	"encoding/binary"
	"math"
	"sync"

	"github.com/klauspost/compress/zstd"

	"cohortium/internal/gwas/resultfile"
)

// bases are the single bases by their codes; longCode is any other allele, whose text follows.
const (
	bases    = "ACGT"
	longCode = 15
)

// baseCodes has the code of each allele of one base, and of no other.
var baseCodes = map[string]byte{"A": 0, "C": 1, "G": 2, "T": 3}

// numbers returns the columns of numbers of a row, in the order of the file.
func numbers(r *resultfile.Row) [8]*float64 {
	return [...]*float64{&r.Beta, &r.SE, &r.EAF, &r.NegLog10P, &r.N, &r.NStudies, &r.I2, &r.HetP}
}

// The heads of numbers: missing, 64 bits, or an exponent of 0 to maxExponent and a sign.
const (
	headMissing = iota
	headBits
	headDecimal
	maxExponent = 12
	maxDigits   = 1 << 40 // of a decimal, as a number
)

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12}

// headOf returns the head of a number and what follows it: digits, or bits.
func headOf(x float64) (head byte, rest uint64) {
	if math.IsNaN(x) {
		return headMissing, 0
	}
	size := math.Abs(x)
	for exponent, power := range powers {
		digits := math.Round(size * power)
		if digits >= maxDigits {
			break
		}
		if digits/power == size {
			head = headDecimal + byte(exponent)*2
			if math.Signbit(x) {
				head++
			}
			return head, uint64(digits)
		}
	}
	return headBits, math.Float64bits(x)
}

// appendRows appends the columns of rows; position is that before the first.
func appendRows(out []byte, rows []Row, position int32) []byte {
	for i := range rows {
		out = binary.AppendUvarint(out, uint64(rows[i].Position-position))
		position = rows[i].Position
	}
	for i := range rows {
		out = binary.AppendUvarint(out, uint64(rows[i].Result))
	}
	out = appendAlleles(out, rows)
	rs := uint64(0)
	for i := range rows {
		out = binary.AppendVarint(out, int64(rows[i].RSID-rs))
		rs = rows[i].RSID
	}
	for column := range len(numbers(&resultfile.Row{})) {
		out = appendNumbers(out, rows, column)
	}
	return out
}

func appendAlleles(out []byte, rows []Row) []byte {
	code := func(allele string) byte {
		if c, single := baseCodes[allele]; single {
			return c
		}
		return longCode
	}
	for i := range rows {
		out = append(out, code(rows[i].EffectAllele)<<4|code(rows[i].OtherAllele))
	}
	for i := range rows {
		for _, allele := range [...]string{rows[i].EffectAllele, rows[i].OtherAllele} {
			if code(allele) == longCode {
				out = append(binary.AppendUvarint(out, uint64(len(allele))), allele...)
			}
		}
	}
	return out
}

// appendNumbers appends the heads of a column, then what follows them.
func appendNumbers(out []byte, rows []Row, column int) []byte {
	heads := len(out)
	for i := range rows {
		head, _ := headOf(*numbers(&rows[i].Row)[column])
		out = append(out, head)
	}
	for i := range rows {
		switch head := out[heads+i]; head {
		case headMissing:
		case headBits:
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(*numbers(&rows[i].Row)[column]))
		default:
			x := math.Abs(*numbers(&rows[i].Row)[column])
			out = binary.AppendUvarint(out, uint64(math.Round(x*powers[(head-headDecimal)/2])))
		}
	}
	return out
}

// packer and unpacker are shared: both are safe for concurrent use.
var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
		if err != nil {
			panic(err) // of options that are wrong
		}
		return w
	})
	unpacker = sync.OnceValue(func() *zstd.Decoder {
		r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxPageBytes))
		if err != nil {
			panic(err)
		}
		return r
	})
)
