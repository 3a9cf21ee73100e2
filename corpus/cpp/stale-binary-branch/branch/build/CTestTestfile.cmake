add_test(total "total_test")
add_test(label "label_test")
