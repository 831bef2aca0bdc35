// Package textfile reads delimited text out of stored files: it undoes their
// compression and encoding, holds limits before memory is used, finds header,
// delimiter and line ends, and cuts the text into chunks of whole lines and lines
// into cells. It says where a file is damaged, in words for the person who sent
// it. It imports inflate only; it reads no number and knows nothing of genetics.
package textfile
