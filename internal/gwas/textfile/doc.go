// Package textfile reads delimited text out of stored files: it undoes their compression and
// encoding, holds limits before memory is used, finds header, delimiter and line ends, and cuts the
// text into chunks of whole lines and lines into cells. It reports where a file is damaged, in
// words for the uploader. It imports inflate only. It reads no numbers and knows nothing of
// genetics.
package textfile
