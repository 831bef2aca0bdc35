package parquetfile

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// list appends the JSON of the values of a list, and reports whether it is missing. Not every
// writer distinguishes an empty list from a missing one, so an empty list is missing as well.
func (l *leaf) list(dst []byte, values []parquet.Value) (list []byte, missing bool) {
	if len(values) == 1 && values[0].IsNull() {
		return dst, true
	}
	dst = append(dst, '[')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		switch text := l.text(nil, v); {
		case v.IsNull() || len(text) == 0 && !l.quoted:
			dst = append(dst, "null"...)
		case l.quoted:
			dst = append(dst, quote(text)...)
		default:
			dst = append(dst, text...)
		}
	}
	return append(dst, ']'), false
}

// quote returns a text as JSON writes it.
func quote(text []byte) []byte {
	out, err := json.Marshal(string(text))
	if err != nil {
		panic(err) // a text always has one
	}
	return out
}

type appendText func(dst []byte, v parquet.Value) []byte

// textOf returns how values of a type are written, what type a column of them has, and whether they
// have quotes in JSON.
func textOf(t parquet.Type) (appendText, Type, bool) {
	if logical := t.LogicalType(); logical != nil {
		switch is := logical.Value.(type) {
		case *format.DecimalType:
			return decimalText(int(is.Scale)), Number, false
		case *format.DateType:
			return func(dst []byte, v parquet.Value) []byte {
				return time.Unix(int64(v.Int32())*86400, 0).UTC().AppendFormat(dst, time.DateOnly)
			}, Text, true
		case *format.TimestampType:
			return timestampText(is.Unit), Text, true
		case *format.UUIDType:
			return uuidText, Text, true
		case *format.IntType:
			if !is.IsSigned {
				return unsignedText, Number, false
			}
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(dst []byte, v parquet.Value) []byte { return strconv.AppendBool(dst, v.Boolean()) }, Boolean, false
	case parquet.Int32:
		return func(dst []byte, v parquet.Value) []byte { return strconv.AppendInt(dst, int64(v.Int32()), 10) }, Number, false
	case parquet.Int64:
		return func(dst []byte, v parquet.Value) []byte { return strconv.AppendInt(dst, v.Int64(), 10) }, Number, false
	case parquet.Float:
		return func(dst []byte, v parquet.Value) []byte { return floatText(dst, float64(v.Float()), 32) }, Number, false
	case parquet.Double:
		return func(dst []byte, v parquet.Value) []byte { return floatText(dst, v.Double(), 64) }, Number, false
	case parquet.Int96:
		return func(dst []byte, v parquet.Value) []byte { return int96Text(dst, v) }, Text, true
	}
	return func(dst []byte, v parquet.Value) []byte { return bytesText(dst, v.ByteArray()) }, Text, true
}

// floatText writes a number that reads back as itself, and nothing for NaN.
func floatText(dst []byte, x float64, bits int) []byte {
	if math.IsNaN(x) {
		return dst
	}
	return strconv.AppendFloat(dst, x, 'g', -1, bits)
}

func unsignedText(dst []byte, v parquet.Value) []byte {
	if v.Kind() == parquet.Int32 {
		return strconv.AppendUint(dst, uint64(v.Uint32()), 10)
	}
	return strconv.AppendUint(dst, v.Uint64(), 10)
}

func decimalText(scale int) appendText {
	return func(dst []byte, v parquet.Value) []byte {
		n := new(big.Int)
		switch v.Kind() {
		case parquet.Int32:
			n.SetInt64(int64(v.Int32()))
		case parquet.Int64:
			n.SetInt64(v.Int64())
		default: // two's complement, the highest byte first
			b := v.ByteArray()
			n.SetBytes(b)
			if len(b) > 0 && b[0]&0x80 != 0 {
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
			}
		}
		if scale <= 0 {
			return n.Append(dst, 10)
		}
		x := new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil))
		return append(dst, x.FloatString(scale)...)
	}
}

func timestampText(unit format.TimeUnit) appendText {
	return func(dst []byte, v parquet.Value) []byte {
		at := time.UnixMilli(v.Int64())
		switch unit.Value.(type) {
		case *format.MicroSeconds:
			at = time.UnixMicro(v.Int64())
		case *format.NanoSeconds:
			at = time.Unix(0, v.Int64())
		}
		return at.UTC().AppendFormat(dst, time.RFC3339Nano)
	}
}

// uuidText writes 16 bytes as 8-4-4-4-12 digits.
func uuidText(dst []byte, v parquet.Value) []byte {
	b := v.ByteArray()
	if len(b) != 16 {
		return bytesText(dst, b)
	}
	return fmt.Appendf(dst, "%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// int96Text writes the old timestamps: nanoseconds of a day, and its Julian number.
func int96Text(dst []byte, v parquet.Value) []byte {
	const epoch = 2440588 // 1970-01-01
	x := v.Int96()
	nanos := int64(x[1])<<32 | int64(x[0])
	return time.Unix((int64(x[2])-epoch)*86400, nanos).UTC().AppendFormat(dst, time.RFC3339Nano)
}

// bytesText is text as it is, and other bytes in Base64.
func bytesText(dst, b []byte) []byte {
	if utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		return append(dst, b...)
	}
	return base64.StdEncoding.AppendEncode(dst, b)
}
