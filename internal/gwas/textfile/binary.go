package textfile

import (
	"bytes"
	"fmt"
	"regexp"
)

// Bytes that programs write a text table with.
const (
	fromR      = `Write the table in R: write.table(x, "table.tsv", sep = "\t", quote = FALSE, row.names = FALSE).`
	fromStata  = `Write the table in Stata: export delimited using table.tsv, delimiter(tab).`
	fromSPSS   = `Write the table in SPSS: SAVE TRANSLATE OUTFILE='table.tsv' /TYPE=TAB /FIELDNAMES.`
	fromSAS    = `Write the table in SAS: proc export data=x outfile="table.tsv" dbms=tab; run;`
	fromPandas = `Write the table in Python: pandas.DataFrame(x).to_csv("table.tsv", sep="\t", index=False).`
)

// knownBinary are formats that people send by mistake, by their first bytes.
var knownBinary = []struct {
	magic, name, remedy string
}{
	{"PAR1", "a Parquet file", "Export it as tab-separated text."},
	{"%PDF", "a PDF document", "Send the table as tab-separated text."},
	{"\x89HDF", "an HDF5 file", "Export the table as tab-separated text."},
	{"SQLite format 3", "an SQLite database", "Export the table as tab-separated text."},
	{"BAM\x01", "a BAM file of sequencing reads", "Summary statistics are needed, no reads."},
	{"CRAM", "a CRAM file of sequencing reads", "Summary statistics are needed, no reads."},
	{"BCF\x02", "a BCF file", "Convert it with bcftools view to VCF text."},
	{"TBI\x01", "a tabix index", "Send the table that the index belongs to."},
	{"CSI\x01", "an index file", "Send the table that the index belongs to."},
	{"RDX2\n", "an R data file", fromR},
	{"RDX3\n", "an R data file", fromR},
	{"RDA2\n", "an R data file", fromR},
	{"RDA3\n", "an R data file", fromR},
	{"X\n\x00\x00\x00", "an R object file", fromR},
	{"<stata_dta>", "a Stata data set", fromStata},
	{"$FL2@(#)", "an SPSS data file", fromSPSS},
	{"$FL3@(#)", "an SPSS data file", fromSPSS},
	{"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60", "a SAS data set", fromSAS},
	{"HEADER RECORD*******LIB", "a SAS transport file", fromSAS},
	{"ARROW1\x00\x00", "an Arrow or Feather file", fromPandas},
	{"\x93NUMPY", "a NumPy array", fromPandas},
	{"\x80\x03", "a Python pickle", fromPandas},
	{"\x80\x04\x95", "a Python pickle", fromPandas},
	{"\x80\x05\x95", "a Python pickle", fromPandas},
	{"l\x1b\x01", "a PLINK binary genotype file", "Summary statistics are needed, no genotypes."},
	{"\xd0\xcf\x11\xe0", "an old Excel workbook", "Save the sheet as tab-delimited text."},
	{"\xfd7zXZ\x00", "an xz file", "Compress the table with gzip instead."},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "Compress the table with gzip instead."},
	{"Rar!\x1a\x07", "a RAR archive", "Compress the table with gzip instead."},
	{"\x89PNG", "an image", "Send the table as tab-separated text."},
	{"\x7fELF", "a program", "Send the table as tab-separated text."},
}

// binaryShapes are formats whose first bytes vary: Stata before release 13 begins with
// release, byte order and type, an object that R writes in ASCII with versions.
var binaryShapes = []struct {
	begins       *regexp.Regexp
	name, remedy string
}{
	{regexp.MustCompile(`\A[\x69\x6c\x6e-\x73][\x01\x02]\x01\x00`), "a Stata data set", fromStata},
	{regexp.MustCompile(`\AA\n[23]\n\d{6}\n(131840|197888)\n`), "an R object file", fromR},
}

// refuseBinary looks at the first decompressed bytes. UTF-16 with a byte order mark may hold zero
// bytes; anything else with control characters is not text.
func refuseBinary(b []byte) error {
	for _, k := range knownBinary {
		if bytes.HasPrefix(b, []byte(k.magic)) {
			return &FileError{Code: CodeBinary, What: "This is " + k.name + ", not a table of text.", Remedy: k.remedy}
		}
	}
	for _, k := range binaryShapes {
		if k.begins.Match(b) {
			return &FileError{Code: CodeBinary, What: "This is " + k.name + ", not a table of text.", Remedy: k.remedy}
		}
	}
	if len(b) > 262 && string(b[257:262]) == "ustar" {
		return &FileError{
			Code:   CodeArchive,
			What:   "This is a tar archive, not a single table.",
			Remedy: "Send the one table, compressed with gzip if you like.",
		}
	}
	if err := refuseText(b); err != nil {
		return err
	}
	if bytes.HasPrefix(b, []byte{0xff, 0xfe}) || bytes.HasPrefix(b, []byte{0xfe, 0xff}) {
		return nil
	}
	control := 0
	for i, c := range b {
		if c == 0 {
			return &FileError{
				Code:   CodeNUL,
				Line:   int64(1 + bytes.Count(b[:i], []byte{'\n'})),
				What:   fmt.Sprintf("There is a zero byte at offset %d, which text does not have.", i),
				Remedy: "Send a plain text table; UTF-16 needs its byte order mark.",
			}
		}
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' || c == 0x7f {
			control++
		}
	}
	if control*50 > len(b) {
		return &FileError{
			Code:   CodeBinary,
			What:   "This is not text: it is full of control characters.",
			Remedy: "Send the table as tab-separated text, compressed with gzip, bgzip, zip, zstd or bzip2 if you like.",
		}
	}
	return nil
}
