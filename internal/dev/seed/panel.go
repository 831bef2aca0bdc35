package seed

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// WritePanel writes the World as a reference panel: a sites-only VCF with the alternate allele's
// frequency as AF. Every hundredth variant is left out, as no panel has everything a cohort
// imputes. It returns how many sites it wrote.
func WritePanel(w io.Writer, world World) (sites int, err error) {
	out := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprint(out, "##fileformat=VCFv4.2\n##source=synthetic panel of the demo consortium\n"+
		"##INFO=<ID=AF,Number=A,Type=Float,Description=\"Alternate allele frequency\">\n"+
		"#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
	line, i := make([]byte, 0, 128), 0
	err = world.Each(func(v Variant) error {
		if i++; i%100 == 0 {
			return nil
		}
		sites++
		line = append(line[:0], v.Chromosome.String()...)
		line = append(line, '\t')
		line = strconv.AppendInt(line, int64(v.Position), 10)
		line = append(line, "\trs"...)
		line = strconv.AppendUint(line, v.RSID, 10)
		line = append(append(append(line, '\t'), v.Ref...), '\t')
		line = append(append(line, v.Alt...), "\t.\tPASS\tAF="...)
		line = append(strconv.AppendFloat(line, v.AF, 'f', 6, 64), '\n')
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return sites, err
	}
	return sites, out.Flush()
}
